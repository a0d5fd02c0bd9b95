import type { AccessSubject } from '#shared/domain/access/permissions.ts';

/** The signed-in person behind a request, as one query loads it with the session (AUTH-05, AUTH-13). */
export interface Actor extends AccessSubject {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  /** True while the password gate of AUTH-06 stands. */
  readonly mustChangePassword: boolean;
  /** An authenticator is enrolled (AUTH-09). */
  readonly twoFactorEnabled: boolean;
  /** True while the profile of the installation asks this person for a second factor that is not enrolled (AUTH-07). */
  readonly mustEnrolTwoFactor: boolean;
  readonly language: 'en' | 'es' | 'fr' | 'de';
  /** IANA zone of the person's organization, UTC without one (SHELL-09). */
  readonly timeZone: string;
  /** IANA zone in which the person reads what is no evidence: the chosen one, else {@link timeZone}, for who belongs to no organization that of the grants (RPT-05). */
  readonly readerZone: string;
  readonly session: ActorSession;
}

/** The session that authenticated a request. */
export interface ActorSession {
  /** SHA-256 of the cookie's value, hex: the key of the session row. */
  readonly sid: string;
  readonly authMethod: string;
  /** The session was opened with a password that an administrator issued (AUTH-08): it cannot sign. */
  readonly temporaryCredential: boolean;
  /** All factors were given for a signature of this session: the next ones ask for the password alone (SIG-03). */
  readonly signedWithAllFactors: boolean;
  readonly createdAt: Date;
}
