/** Somebody signed in; `first` says for the first time (NOT-01 first_login). */
export interface SignedIn {
  readonly type: 'account.signedIn';
  readonly userId: string;
  readonly first: boolean;
}

/** A person chose an own password; `activation` when it replaced a temporary one (SPEC §4, MTX-07). */
export interface PasswordChanged {
  readonly type: 'account.passwordChanged';
  readonly userId: string;
  readonly activation: boolean;
}

/** An administrator issued a temporary password (AUTH-08, NOT-01 password_reset). */
export interface TemporaryPasswordIssued {
  readonly type: 'account.temporaryPasswordIssued';
  readonly userId: string;
  readonly kind: 'preset' | 'generated' | 'set';
}

/** What accounts tell to subscribers. */
export type AccountEvent = SignedIn | PasswordChanged | TemporaryPasswordIssued;
