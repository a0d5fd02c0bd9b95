/** A person signed in; `first`: for the first time (NOT-01 first_login). */
export interface SignedIn {
  readonly type: 'account.signedIn';
  readonly userId: string;
  readonly first: boolean;
  /** The session that the same browser had before, active or not (NOT-03); null if it brought none. */
  readonly replacedSid: string | null;
}

/**
 * A person chose a new password; `activation` if it replaced a temporary one (SPEC §4, MTX-07), `reset` if it was chosen
 * with the link of an email (AUTH-10, NOT-01 password_reset).
 */
export interface PasswordChanged {
  readonly type: 'account.passwordChanged';
  readonly userId: string;
  readonly activation: boolean;
  readonly reset: boolean;
}

/** An administrator issued a temporary password (AUTH-08, NOT-01 password_reset). */
export interface TemporaryPasswordIssued {
  readonly type: 'account.temporaryPasswordIssued';
  readonly userId: string;
  readonly kind: 'preset' | 'generated' | 'set';
}

/** Too many failures have locked an account (AUTH-07, regulated profile): the facts for the notice to administrators. */
export interface AccountLocked {
  readonly type: 'account.locked';
  readonly userId: string;
}

/** The provider has verified a person without an account, who receives one (AUTH-03, OIDC_AUTO_PROVISION). */
export interface ExternalPersonAdmitted {
  readonly type: 'account.externalPersonAdmitted';
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A session was ended by its person, here or from another one: what belonged to it ends too (AUTH-05, NOT-03). */
export interface SignedOut {
  readonly type: 'account.signedOut';
  readonly userId: string;
  readonly sid: string;
}

/** The sessions of a person were ended but one, or all of them where that is null: what belonged to them ends too (AUTH-05, NOT-03). */
export interface SessionsEnded {
  readonly type: 'account.sessionsEnded';
  readonly userId: string;
  readonly keptSid: string | null;
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly accounts:
      | SignedIn
      | SignedOut
      | SessionsEnded
      | PasswordChanged
      | TemporaryPasswordIssued
      | AccountLocked
      | ExternalPersonAdmitted;
  }
}
