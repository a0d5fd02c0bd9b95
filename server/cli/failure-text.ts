import { AppError } from '#shared/contract/errors.ts';
import { commandLine } from '#server/platform/config/program.ts';
import { isDatabaseUnavailable } from '#server/platform/postgres/unavailable.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';

/**
 * Errors whose message, with the text before it, is sufficient for the person; any other is a fault of the product and is
 * printed with its stack.
 */
const plainErrors: Readonly<Record<string, string>> = {
  ConfigError: 'The configuration is wrong:\n',
  SchemaError: '',
  DataDirInUseError: '',
  CommandFailure: '',
};

/** The remedies for error codes of the database. */
const remedies: Readonly<Record<string, string>> = {
  '28000': `Check the role in DATABASE_URL; ${commandLine('migrate')} creates it.`,
  '28P01': `Check the password in DATABASE_URL; ${commandLine('migrate')} sets it for the role.`,
  '3D000': `Create the database, then run: ${commandLine('migrate')}`,
  '42501': `Run ${commandLine('migrate')} with DATABASE_ADMIN_URL: a role that owns the database and may create roles.`,
};

/** Codes of the system, of the file store and of PostgreSQL for a full disk. */
const fullDisks: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'A file is too large for this disk',
  STORAGE_FULL: 'The disk of DATA_DIR is full',
  '53100': 'The disk of the database is full',
};

const reach = `Check that PostgreSQL is running, and its address in DATABASE_URL or DATABASE_ADMIN_URL, then run: ${commandLine('doctor')}`;

/** Returns a failure in words for the person at the command line, or null for a fault of the product (OPS-10). */
export function failureText(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const before = plainErrors[error.name];
  if (before !== undefined) return `${before}${error.message}`;
  const code = 'code' in error ? String(error.code) : '';
  const where = fullDisks[code];
  if (where !== undefined) return `${where}: ${sentenceIn(error)}. Make room, then run the command again.`;
  const remedy = remedies[code];
  if (remedy === undefined && !isDatabaseUnavailable(error)) return null;
  return `The database cannot be used: ${messageOf(error)}. ${remedy ?? reach}`;
}

/** Returns the reason of an error that a rule raised, or the message of any other. */
const sentenceIn = (error: Error): string =>
  error instanceof AppError ? sentenceOf(error.said).replace(/\.$/, '') : error.message;

/** Connecting to a host with several addresses fails with an error for each, and without a message for all. */
function messageOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}
