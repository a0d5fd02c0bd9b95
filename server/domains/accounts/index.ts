/** The public interface of accounts: credentials, sessions, requesting the password again (AUTH-05 … AUTH-11). */
export type {
  ExternalPersonAdmitted,
  PasswordChanged,
  SessionsEnded,
  SignedIn,
  SignedOut,
  AccountLocked,
  TemporaryPasswordIssued,
} from './accounts.events.ts';
export { activeSessions } from './authenticate.ts';
export { ownView, writtenUserSql, type WrittenUser } from './current-user.queries.ts';
export { reauthenticateAtProvider } from './external/confirm-at-provider.ts';
export { findProvider } from './external/provider.ts';
export { clockSkew as samlClockSkew, samlMetadataAddress } from './external/saml/service-provider.ts';
export { deleteIdentities } from './external/accounts-at-provider.ts';
export { idTokens } from './external/provider-session.ts';
export { samlSessions } from './external/saml/session-at-provider.ts';
export { type PasswordOwner } from './password-policy.ts';
export { endResetLinks, createInvitations, sendResetLink } from './reset-links.ts';
export { requireReason } from './reasons.ts';
export { createStopLink, spendStop } from './stop-links.ts';
export { reauthenticate, type Reauthenticated } from './reauthenticate.ts';
export { withdrawAttempt, withdrawAttemptParts, type AttemptKeys } from './throttle.ts';
export {
  closeSigning,
  closuresOf,
  storeSigningEmail,
  openClosures,
  openClosuresSql,
  openSigning,
  signingMailbox,
  trustEmail,
  type OpenClosure,
  type StoredClosure,
} from './signing/closures.store.ts';
export { removeAddedMeans } from './signing/added-means.ts';
export { requestConfirmation, spendSigningRequest } from './signing/request-confirmation.ts';
export { sendOwnSigningLink } from './signing/send-own-link.ts';
export { heldMeans } from './signing/held-means.ts';
export { countSigningCode } from './throttle.ts';
export {
  endSessionsOf,
  endSessionsOfMany,
  endSessionsOfOrganization,
  isGenuineSession,
  sessionsSql,
} from './sessions.store.ts';
export { isGenuineToken, newOneTimeToken, openTokensSql } from './one-time-tokens.ts';
export { countEmailChange, countPublicRead, countResetCall } from './throttle.ts';
export {
  endTemporaryCredential,
  issueTemporaryPassword,
  newUserId,
  preparePassword,
  readTemporaryPassword,
  temporaryPasswords,
  type CredentialKind,
  type IssuedPassword,
  type PreparedPassword,
} from './temporary-credentials.ts';
export { isGenuinePassword, makeStoredPassword, unusablePassword } from './own-password.ts';
export { apiTokensSql, isGenuineApiToken } from './tokens/tokens.store.ts';
export { arePasswordsProven, provePasswords } from './prove-passwords.ts';
export { renewAccess } from './renew-access.ts';
export { authenticatorSecrets, removeTwoFactor } from './two-factor/authenticators.store.ts';
export { challengeError, judgePasskey, spendPasskey, type PasskeyUse } from './passkeys/judge-passkey.ts';
export { deletePasskeys, isGenuinePasskey, passkeysSql } from './passkeys/passkeys.store.ts';
export { unlockFromConsole } from './commands/unlock-from-console.ts';
export { judgeOwnCode, spendCode, type CodeProof } from './two-factor/judge-code.ts';
