import type { Language } from '#shared/domain/people/settings.ts';
import type { AccessSubject, TokenRights } from '#shared/domain/access/permissions.ts';

/** The signed-in person behind a request, as one query loads it with the session (AUTH-05, AUTH-13). */
export interface Actor extends AccessSubject {
  /** Set if not a person but a machine with this API token acts (OPS-06). */
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
  /** The person has a passkey that works (AUTH-19): it is a second factor too. */
  readonly hasPasskey: boolean;
  /** True while the profile of the installation requires a second factor of this person, who has none (AUTH-07). */
  readonly mustEnrolTwoFactor: boolean;
  /**
   * True while a required second factor is missing: the provider of this session did not require it, and it was not given
   * here (AUTH-19).
   */
  readonly mustGiveTwoFactor: boolean;
  readonly language: Language;
  /** IANA zone of the person's organization, UTC without one (SHELL-09). */
  readonly timeZone: string;
  /**
   * The IANA zone for times that are not evidence (RPT-05): the chosen one, or else {@link timeZone}. For people without an
   * organization, the second is the zone of their grants.
   */
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
  /** All factors were given for a signature of this session: the next ones require only the password (SIG-03). */
  readonly signedWithAllFactors: boolean;
  /** The person chose the password in this session, so that nobody else gave it to them (SIG-05). */
  readonly chosePassword: boolean;
  /** The person proved who it is within the last minutes, by signing in or again (AUTH-19). */
  readonly authenticatedRecently: boolean;
  readonly createdAt: Date;
}

/** The API token on whose behalf a machine acts. */
export interface ActingToken extends TokenRights {
  readonly id: number;
  /** The administrator who created it. */
  readonly makerId: string;
}
