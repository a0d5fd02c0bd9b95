import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import { createDatabase } from '#server/db/database.ts';
import type { DB } from '#server/db/db.d.ts';
import { installationSealingKey } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { commandLine } from '#server/platform/config/program.ts';
import { nextSecretFile, readSecretFile, adoptNextSecret } from '#server/platform/config/secret-file.ts';
import { readAsText } from '#server/platform/config/secret.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { installationFile, readFolderId } from '#server/platform/installation/data-folder.ts';
import { openGenerations, readGenerations } from '#server/platform/installation/key-generations.ts';
import { CommandFailure } from './command.ts';

/** The options of a command for its access to an installation. */
export interface AdmissionOptions {
  /** DATA_DIR may be another folder than that of the installation: the command is there to change this. */
  readonly anyFolder?: boolean;
}

/**
 * Compares secret and DATA_DIR with the installation recorded in the database (OPS-09). Returns the configuration with its
 * former secrets. Throws CommandFailure for another secret, and for a folder that is not shared with the other servers.
 */
export async function admit(
  config: Config,
  db: Kysely<DB>,
  log: Logger,
  { anyFolder = false }: AdmissionOptions = {},
): Promise<Config> {
  const { rows: known } = await sql<{ installation: boolean; seals: boolean }>`
    select to_regclass('public.installation') is not null as installation, to_regclass('audit.seals') is not null as seals`.execute(
    db,
  );
  // Before a migration the schema may be that of a version before the installation had a name, or none at all.
  const installation =
    known[0]?.installation === true
      ? await db.selectFrom('installation').select(['id', 'keyFingerprint']).executeTakeFirst()
      : undefined;
  if (!installation) {
    if (known[0]?.seals === true) await refuseOtherSeals(config, db);
    return config;
  }
  const own = withSecretOf(config, installation.keyFingerprint);
  if (!anyFolder) refuseOtherFolder(config, installation.id);
  const { formerSecrets, closed } = openGenerations(own, await readGenerations(db));
  if (closed.length > 0)
    log.error({ generations: closed }, `former keys do not open: run ${commandLine('verify')}`);
  return { ...own, formerSecrets };
}

/** Runs {@link admit} over a separate connection, after `check`. */
export async function admitOver(
  url: string,
  config: Config,
  log: Logger,
  options: AdmissionOptions,
  check: (db: Kysely<DB>) => Promise<void> = async () => undefined,
): Promise<Config> {
  const database = createDatabase(url, { max: 1, onError: (error) => log.warn({ err: error }, 'database') });
  try {
    await check(database.db);
    return await admit(config, database.db, log, options);
  } finally {
    await database.close();
  }
}

/** Returns the same configuration, or the one with the secret of a rotation that was killed before it had replaced `secret.key`. */
function withSecretOf(config: Config, fingerprint: string): Config {
  if (fingerprintOf(config) === fingerprint) return config;
  const { dataDir } = config;
  const next = readSecretFile(nextSecretFile(dataDir));
  const isNext = next !== null && fingerprintOf({ secretKey: next }) === fingerprint;
  if (config.secretFile === undefined) throw otherSecret(config, fingerprint, isNext);
  if (isNext) {
    adoptNextSecret(dataDir);
    return { ...config, secretKey: next };
  }
  // The rotation may have replaced it since this process read it.
  const now = readSecretFile(config.secretFile);
  if (now && fingerprintOf({ secretKey: now }) === fingerprint) return { ...config, secretKey: now };
  throw otherSecret(config, fingerprint, false);
}

function otherSecret(config: Config, fingerprint: string, isNext: boolean): CommandFailure {
  const which = config.secretFile === undefined ? 'SECRET_KEY' : `SECRET_KEY (in ${config.secretFile})`;
  const advice = isNext
    ? `it was rotated, and its new value is in ${nextSecretFile(config.dataDir)}`
    : (textAdvice(config, (secretKey) => fingerprintOf({ secretKey }) === fingerprint) ??
      'set the one with which this database was used last');
  return new CommandFailure(
    `${which} is not that of this installation: its fingerprint is ${fingerprintOf(config)}, the database has ${fingerprint}; ${advice}.`,
  );
}

/** Versions before the fingerprint took SECRET_KEY as text: returns the advice if that reading is the correct one. */
export function textAdvice(config: Config, fits: (secretKey: Buffer) => boolean): string | undefined {
  if (!fits(readAsText(config.secretKey))) return undefined;
  return 'earlier versions read it as text, so put "text:" before its value (SECRET_KEY=text:…)';
}

/** Recognizes a database from before the fingerprint by the key of its last seal. */
async function refuseOtherSeals(config: Config, db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id from audit.seals order by number desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return;
  const fits = (secretKey: Buffer): boolean => installationSealingKey({ secretKey }).id === last.keyId;
  if (fits(config.secretKey)) return;
  const own = installationSealingKey(config).id;
  const advice = textAdvice(config, fits) ?? 'set the one with which this database was used last';
  throw new CommandFailure(
    `SECRET_KEY is not that of this installation: its audit trail was sealed with the key ${last.keyId}, and this one would seal with ${own}; ${advice}.`,
  );
}

function refuseOtherFolder({ dataDir }: Config, id: string): void {
  const own = readFolderId(dataDir);
  if (own === id) return;
  const found = own === null ? 'names no installation' : `belongs to the installation ${own}`;
  throw new CommandFailure(
    `DATA_DIR must be the folder of the installation ${id}, shared by all its servers: ${dataDir} ${found} (${installationFile(dataDir)}). ` +
      `Where it is the right one all the same, run: ${commandLine('adopt-data-dir')}`,
  );
}
