import {
  authenticatorSecrets,
  idTokens,
  samlSessions,
  temporaryPasswords,
} from '#server/domains/accounts/index.ts';
import { pushPrivateKeys } from '#server/domains/notifications/index.ts';
import { webhookSecrets } from '#server/domains/webhooks/index.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { mailSecrets } from '#server/platform/mail/outbox.ts';

/**
 * Every column with sealed texts: a rotation of the secret seals them again (OPS-09). A test compares the list with the
 * database. Cookies of a sign-in in progress are sealed too; they last minutes, and the sign-in starts again.
 */
export const sealedColumns: readonly SealedColumn[] = [
  authenticatorSecrets,
  temporaryPasswords,
  idTokens,
  samlSessions,
  pushPrivateKeys,
  mailSecrets,
  webhookSecrets,
];
