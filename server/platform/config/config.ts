import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import { assigningLimits } from '#shared/domain/assignments/bulk.ts';
import { passwordProfiles, type PasswordProfile } from '#shared/domain/passwords/policy.ts';
import { defaultDataDir } from '#server/platform/postgres/unprivileged.ts';
import { parserLimits } from '#server/platform/sandbox/parser.ts';
import { ConfigError, EnvironmentReader, isEmailSender, type Environment } from './environment.ts';
import { readHeadDestinations, type HeadDestinationsConfig } from './head-destinations.ts';
import { readOfficeConverter, type OfficeConverter } from './office-converter.ts';
import { readOidc, type OidcConfig } from './oidc.ts';
import { readSendFilesBy, readTrustedProxies, type SendFilesBy } from './proxies.ts';
import { readSaml, type SamlConfig } from './saml.ts';
import { readOrMakeSecret, readSecretFile, secretFile } from './secret-file.ts';
import { decodeSecret, secretFault } from './secret.ts';
import type { StrayVariable } from './stray-variables.ts';

/** The location of the data: PostgreSQL from the npm package in DATA_DIR, or a server (OPS-01, OPS-02). */
export type DatabaseConfig =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'server'; readonly url: string; readonly adminUrl?: string | undefined };

/** A secret that a rotation ended: it still checks and opens earlier values, and creates no new ones (OPS-09). */
export interface FormerSecret {
  readonly secretKey: Buffer;
  readonly retiredAt: Date;
}

/** The configuration of one process (OPS-02, DESIGN 'Starting it'); everything in it has been checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The address of a worker for its health and metrics; without a configured port, it has none if the default one is in use (OPS-10). */
  readonly worker: { readonly host: string; readonly port?: number | undefined };
  /** The address of the product for browsers: links in emails, cookies, the check of Origin. */
  readonly publicUrl: URL;
  /**
   * The addresses and networks of the proxies whose X-Forwarded-For is trusted (AUD-01, AUTH-11). If empty, no proxy is trusted.
   */
  readonly trustedProxies: readonly string[];
  /** The header that makes a trusted proxy send a stored file itself; absent: the server sends them (PERF-03). */
  readonly sendFilesBy?: SendFilesBy | undefined;
  readonly dataDir: string;
  /** Folder of the file store. */
  readonly filesDir: string;
  readonly database: DatabaseConfig;
  /** Connections of the pool of each process; `connectionsOfProcess` returns the total of a process. */
  readonly databasePool: number;
  /** Milliseconds for which a stopping process reports that it is not ready, and still serves calls (OPS-04). */
  readonly stopDelay: number;
  /** At least 32 bytes; never used itself: see deriveKey. */
  readonly secretKey: Buffer;
  /** The source file; absent if SECRET_KEY is set. */
  readonly secretFile?: string | undefined;
  /** Secrets that rotations ended, the newest first, once the database was opened (OPS-09). */
  readonly formerSecrets?: readonly FormerSecret[] | undefined;
  readonly smtp?: { readonly url: string } | undefined;
  readonly mailFrom: string;
  /** The places to which the newest head of the audit trail is sent (AUD-02). */
  readonly headDestinations: HeadDestinationsConfig;
  /** The provider for signing in, by one of two protocols; without one people sign in with their password only (AUTH-03, AUTH-18). */
  readonly oidc?: OidcConfig | undefined;
  readonly saml?: SamlConfig | undefined;
  readonly policy: PasswordProfile;
  readonly demo: boolean;
  /** Password of the demo accounts; absent: one is generated and printed. */
  readonly demoPassword?: string | undefined;
  /** The token that a Prometheus server must send; absent: the metrics are not served (OPS-04). */
  readonly metricsToken?: string | undefined;
  readonly logLevel: LogLevel;
  /** Largest uploads in bytes (MOD-07). */
  readonly uploadLimits: { readonly document: number; readonly video: number };
  /** The daily upload limit per person, in files and bytes (SEC-05). */
  readonly uploadQuota: { readonly files: number; readonly bytes: number };
  /** Milliseconds without data after which the upload of a body is given up; no variable sets it (SEC-05). */
  readonly silentBody: number;
  /** The limits of one check of an uploaded file (SEC-05). */
  readonly parser: { readonly memoryMb: number; readonly cpuSeconds: number };
  /** `loopback`, push services on this machine too, is for tests alone: no variable sets it (NOT-03). */
  readonly pushEndpoints: 'public' | 'loopback';
  /** Hosts that webhooks may send to though they are in a private network, or without TLS (OPS-06). */
  readonly webhookPrivateHosts: readonly string[];
  /** Milliseconds that the receiver of a webhook has for its answer; no variable sets it (OPS-06). */
  readonly webhookPatience: number;
  /**
   * Limits of streams that use a connection of the database, in milliseconds; no variable sets them (F20): the time until a
   * stalled reader is disconnected, and the longest wait for a turn.
   */
  readonly readers: { readonly stalledAfter: number; readonly turnWithin: number };
  /** The limits of a statement of a person, for waiting for a lock and in total, in milliseconds; no variable sets them (OPS-10). */
  readonly statements: { readonly lockTimeout: number; readonly statementTimeout: number };
  /**
   * The number of people to whom one command assigns at once, and the number that a run processes at a time (PERF-03). No
   * variable sets them.
   */
  readonly assigning: { readonly inOneCall: number; readonly atATime: number };
  /** Variables that are set and not read, although they look as if they were meant for the product (OPS-10). */
  readonly strays: readonly StrayVariable[];
  /** Absent: office files are offered for download only (MOD-09). */
  readonly officeConverter?: OfficeConverter | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The level of detail of the log: pino's levels. */
export type LogLevel = (typeof logLevels)[number];

/** Options of loadConfig in addition to the environment. */
export interface LoadOptions {
  /** The folder that contains ./data; default: the current one. */
  readonly workingDir?: string;
  /** False: fails if there is no secret yet, instead of generating one. */
  readonly makesSecret?: boolean;
}

/**
 * Reads and checks the whole configuration (OPS-02). Throws ConfigError that names every wrong variable, never its secret
 * value. With the embedded database a missing SECRET_KEY is generated once and stored in DATA_DIR for its owner only.
 */
export function loadConfig(env: Environment = process.env, options: LoadOptions = {}): Config {
  const read = new EnvironmentReader(env);
  const workingDir = options.workingDir ?? process.cwd();
  const port = read.integer('PORT', 0, 65_535) ?? 3000;
  const host = read.text('HOST') ?? '127.0.0.1';
  const database = readDatabase(read);
  const production = database.kind === 'server';
  const givenDataDir = read.text('DATA_DIR');
  const dataDir =
    givenDataDir === undefined ? defaultDataDir(workingDir) : path.resolve(workingDir, givenDataDir);
  const publicUrl = readPublicUrl(read, production, port);
  const givenSecret = readSecret(read, production);
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom = readMailFrom(read, publicUrl, smtpUrl !== undefined);
  const config = {
    port,
    host,
    worker: {
      host: read.text('WORKER_HOST') ?? '127.0.0.1',
      port: read.integer('WORKER_PORT', 0, 65_535),
    },
    publicUrl,
    trustedProxies: readTrustedProxies(read),
    sendFilesBy: readSendFilesBy(read),
    dataDir,
    filesDir: path.join(dataDir, 'files'),
    database,
    stopDelay: (read.integer('STOP_DELAY', 0, 120) ?? (production ? 5 : 0)) * 1000,
    databasePool: read.integer('DATABASE_POOL', 5, 500) ?? 20,
    smtp: smtpUrl && { url: smtpUrl.href },
    mailFrom,
    headDestinations: readHeadDestinations(read, { dataDir, workingDir, sendsMail: smtpUrl !== undefined }),
    oidc: readOidc(read),
    saml: readSaml(read, workingDir),
    policy: read.choice('POLICY', passwordProfiles) ?? 'standard',
    demo: read.flag('DEMO') ?? false,
    demoPassword: readDemoPassword(read),
    metricsToken: readMetricsToken(read),
    logLevel: read.choice('LOG_LEVEL', logLevels) ?? 'info',
    uploadLimits: {
      document: (read.integer('MAX_DOCUMENT_MB', 1, 1024) ?? 10) * 1024 * 1024,
      video: (read.integer('MAX_VIDEO_MB', 1, 10_240) ?? 500) * 1024 * 1024,
    },
    uploadQuota: {
      files: read.integer('MAX_UPLOADS_PER_DAY', 1, 1_000_000) ?? 2000,
      bytes: (read.integer('MAX_UPLOAD_GB_PER_DAY', 1, 100_000) ?? 20) * 1024 ** 3,
    },
    silentBody: 30_000,
    parser: {
      memoryMb: read.integer('PARSER_MEMORY_MB', 200, 16_384) ?? parserLimits.memoryMb,
      cpuSeconds: read.integer('PARSER_SECONDS', 1, 300) ?? parserLimits.cpuSeconds,
    },
    pushEndpoints: 'public' as const,
    webhookPrivateHosts: readPrivateHosts(read),
    webhookPatience: 15_000,
    readers: { stalledAfter: 60_000, turnWithin: 30_000 },
    statements: { lockTimeout: 10_000, statementTimeout: 60_000 },
    assigning: { inOneCall: assigningLimits.inOneCall, atATime: 500 },
    officeConverter: readOfficeConverter(read),
  };
  refuseWhatIsToCome(read);
  const strays = read.finish();
  if (givenSecret) return { ...config, strays, secretKey: givenSecret };
  if (options.makesSecret === false && readSecretFile(secretFile(dataDir)) === null) {
    const message = `is required: ${secretFile(dataDir)} does not exist`;
    throw new ConfigError([{ variable: 'SECRET_KEY', message }]);
  }
  return { ...config, strays, secretKey: readOrMakeSecret(dataDir), secretFile: secretFile(dataDir) };
}

/** Derives a key of 32 bytes for one purpose ('session', 'totp', …): HKDF-SHA-256, so no two purposes share one (OPS-02). */
export function deriveKey(config: Pick<Config, 'secretKey'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.secretKey, 'traintrail', purpose, 32));
}

function readDatabase(read: EnvironmentReader): DatabaseConfig {
  const url = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const adminUrl = read.url('DATABASE_ADMIN_URL', ['postgres:', 'postgresql:']);
  if (url) return { kind: 'server', url: url.href, adminUrl: adminUrl?.href };
  if (adminUrl && !read.isSet('DATABASE_URL')) {
    read.refuse(
      'DATABASE_ADMIN_URL',
      'needs DATABASE_URL beside it; without both the embedded database is used',
    );
  }
  return { kind: 'embedded' };
}

function readMetricsToken(read: EnvironmentReader): string | undefined {
  const token = read.text('METRICS_TOKEN');
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    read.refuse('METRICS_TOKEN', 'must have at least 16 characters, without spaces');
  }
  return token;
}

function readPublicUrl(read: EnvironmentReader, production: boolean, port: number): URL {
  const fallback = new URL(`http://127.0.0.1:${port}`);
  const url = read.url('PUBLIC_URL', ['http:', 'https:']);
  if (url && (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')) {
    read.refuse('PUBLIC_URL', 'must be scheme and host only, such as https://training.example.org');
  }
  if (!url && production && !read.isSet('PUBLIC_URL')) {
    read.refuse('PUBLIC_URL', 'is required with DATABASE_URL: the address that browsers use');
  }
  return url ?? fallback;
}

function readSecret(read: EnvironmentReader, production: boolean): Buffer | undefined {
  const text = read.text('SECRET_KEY');
  if (text === undefined) {
    if (production) {
      read.refuse(
        'SECRET_KEY',
        'is required with DATABASE_URL: at least 32 random characters (openssl rand -base64 48)',
      );
    }
    return undefined;
  }
  const secret = decodeSecret(text);
  const fault = secretFault(secret);
  if (fault !== undefined) read.refuse('SECRET_KEY', fault);
  return secret;
}

function readMailFrom(read: EnvironmentReader, publicUrl: URL, sends: boolean): string {
  const text = read.text('MAIL_FROM');
  if (text !== undefined && !isEmailSender(text)) {
    read.refuse(
      'MAIL_FROM',
      'must be an address, such as training@example.org or "TrainTrail <training@example.org>"',
    );
  }
  if (text === undefined && sends)
    read.refuse('MAIL_FROM', 'is required with SMTP_URL: the sender of the mails');
  return text ?? `TrainTrail <no-reply@${publicUrl.hostname}>`;
}

/** Reads names or IP addresses with commas between them, as in the address of a webhook. */
function readPrivateHosts(read: EnvironmentReader): readonly string[] {
  const hosts = (read.text('WEBHOOK_PRIVATE_HOSTS') ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  if (!hosts.every((host) => /^[a-z\d._:-]+$/.test(host)))
    read.refuse(
      'WEBHOOK_PRIVATE_HOSTS',
      'must be host names or IP addresses with commas between them, such as lms.corp.example, 10.1.2.3',
    );
  return hosts;
}

const leastDemoPassword = 12;

function readDemoPassword(read: EnvironmentReader): string | undefined {
  const text = read.text('DEMO_PASSWORD');
  if (text !== undefined && text.length < leastDemoPassword) {
    read.refuse('DEMO_PASSWORD', `must have at least ${leastDemoPassword} characters`);
  }
  return text;
}

const storesNoObjects = 'files are kept in DATA_DIR';

/**
 * Variables of later versions, with the missing feature. They are refused, because operators would rely on a variable that
 * is silently ignored (OPS-02).
 */
const toCome: Readonly<Record<string, string>> = {
  S3_ENDPOINT: storesNoObjects,
  S3_BUCKET: storesNoObjects,
  S3_REGION: storesNoObjects,
  S3_ACCESS_KEY_ID: storesNoObjects,
  S3_SECRET_ACCESS_KEY: storesNoObjects,
  CLAMAV_URL: 'uploads are not scanned for viruses',
};

function refuseWhatIsToCome(read: EnvironmentReader): void {
  for (const [variable, instead] of Object.entries(toCome)) {
    if (read.isSet(variable)) read.refuse(variable, `has no effect, it is not in this version: ${instead}`);
  }
}
