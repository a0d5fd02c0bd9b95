import type { Language } from '#shared/domain/people/settings.ts';
import type { AccessSubject, TokenRights } from '#shared/domain/access/permissions.ts';

/** The signed-in person behind a request, as one query loads it with the session (AUTH-05, AUTH-13). */
export interface Actor extends AccessSubject {
  /** Set where no person acts but a machine with this API token (OPS-06). */
  readonly token?: ActingToken | undefined;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly departmentId: number | null;
  readonly managerId: string | null;
  /** True while the password gate of AUTH-06 is closed. */
  readonly mustChangePassword: boolean;
  /** An authenticator is enrolled (AUTH-09). */
  readonly twoFactorEnabled: boolean;
  /** A passkey is there that works (AUTH-19): a second factor too. */
  readonly hasPasskey: boolean;
  /** True while the profile of the installation requires a second factor of this person, who has none (AUTH-07). */
  readonly mustEnrolTwoFactor: boolean;
  /** True while a second factor is required that the provider of this session did not ask for, and that was not given here (AUTH-19). */
  readonly mustGiveTwoFactor: boolean;
  readonly language: Language;
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
  /** The password was chosen in this session: nobody else gave it to the person (SIG-05). */
  readonly chosePassword: boolean;
  /** The person proved who it is within the last minutes, by signing in or again (AUTH-19). */
  readonly authenticatedRecently: boolean;
  readonly createdAt: Date;
}

/** The API token with which a machine acts. */
export interface ActingToken extends TokenRights {
  readonly id: number;
  /** The administrator who made it. */
  readonly makerId: string;
}
