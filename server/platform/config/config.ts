import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import { defaultDataDir } from '#server/platform/postgres/unprivileged.ts';
import { EnvironmentReader, isEmailSender, type Environment } from './environment.ts';
import { readOrMakeSecret } from './secret-file.ts';

export { ConfigError } from './environment.ts';

/** Where the data is: PostgreSQL from the npm package in DATA_DIR, or a server (OPS-01, OPS-02). */
export type DatabaseConfig =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'server'; readonly url: string; readonly adminUrl?: string | undefined };

/** Sign-in through an OpenID provider (AUTH-02, AUTH-04). */
export interface OidcConfig {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Makes an account for a person whom the provider knows and TrainTrail does not. */
  readonly autoProvision: boolean;
}

/** Object storage for files instead of a folder (OPS-02). */
export interface S3Config {
  readonly endpoint: URL;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The configuration of one process (OPS-02, DESIGN 'Starting it'); everything in it has been checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** How browsers reach the product: links in mails, cookies, the check of Origin. */
  readonly publicUrl: URL;
  readonly dataDir: string;
  /** Folder of the file store, used when `s3` is absent. */
  readonly filesDir: string;
  readonly database: DatabaseConfig;
  /** At least 32 bytes; never used itself: see deriveKey. */
  readonly secretKey: Buffer;
  readonly smtp?: { readonly url: string } | undefined;
  readonly mailFrom: string;
  readonly oidc?: OidcConfig | undefined;
  readonly s3?: S3Config | undefined;
  readonly policy: 'standard' | 'regulated';
  readonly demo: boolean;
  /** Password of the demo accounts; absent: one is generated and printed. */
  readonly demoPassword?: string | undefined;
  readonly logLevel: LogLevel;
  /** Largest uploads in bytes (MOD-07). */
  readonly uploadLimits: { readonly document: number; readonly video: number };
  /** Address of clamd, tcp://host:port (SEC-02). */
  readonly clamavUrl?: URL | undefined;
  /** LibreOffice, for previews of office files. */
  readonly sofficePath?: string | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How much is logged: pino's levels. */
export type LogLevel = (typeof logLevels)[number];

/** What loadConfig may be told besides the environment. */
export interface LoadOptions {
  /** Folder that ./data lies in; default: the current one. */
  readonly workingDir?: string;
}

/**
 * Reads and checks the whole configuration (OPS-02). Throws ConfigError that names every wrong variable, never its secret
 * value. With the embedded database a missing SECRET_KEY is generated once and kept in DATA_DIR for its owner only.
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
    publicUrl,
    dataDir,
    filesDir: path.join(dataDir, 'files'),
    database,
    smtp: smtpUrl && { url: smtpUrl.href },
    mailFrom,
    oidc: readOidc(read),
    s3: readS3(read),
    policy: read.choice('POLICY', ['standard', 'regulated']) ?? 'standard',
    demo: read.flag('DEMO') ?? false,
    demoPassword: readDemoPassword(read),
    logLevel: read.choice('LOG_LEVEL', logLevels) ?? 'info',
    uploadLimits: {
      document: (read.integer('MAX_DOCUMENT_MB', 1, 1024) ?? 10) * 1024 * 1024,
      video: (read.integer('MAX_VIDEO_MB', 1, 10_240) ?? 500) * 1024 * 1024,
    },
    clamavUrl: readClamav(read),
    sofficePath: read.executable('SOFFICE_PATH'),
  };
  read.finish();
  return { ...config, secretKey: givenSecret ?? readOrMakeSecret(dataDir) };
}

/** A key of 32 bytes for one purpose ('session', 'totp', …): HKDF-SHA-256, so no two purposes share one (OPS-02). */
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

const leastSecretBytes = 32;

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
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < leastSecretBytes) {
    read.refuse('SECRET_KEY', `must have at least ${leastSecretBytes} characters; it has ${bytes.length}`);
  } else if (new Set(bytes).size < 10) {
    read.refuse(
      'SECRET_KEY',
      'must be random: it repeats a few characters (openssl rand -base64 48 makes a good one)',
    );
  }
  return bytes;
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

function readOidc(read: EnvironmentReader): OidcConfig | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const issuer = read.url('OIDC_ISSUER', ['https:', 'http:']);
  const [, clientId, clientSecret] = names.map((name) => read.text(name));
  const autoProvision = read.flag('OIDC_AUTO_PROVISION') ?? false;
  read.allOrNone(names);
  if (autoProvision && !read.isSet('OIDC_ISSUER')) read.refuse('OIDC_AUTO_PROVISION', 'needs OIDC_ISSUER');
  if (!issuer || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, autoProvision };
}

function readS3(read: EnvironmentReader): S3Config | undefined {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const endpoint = read.url('S3_ENDPOINT', ['https:', 'http:']);
  const [, bucket, accessKeyId, secretAccessKey] = needed.map((name) => read.text(name));
  const region = read.text('S3_REGION') ?? 'us-east-1';
  read.allOrNone(needed);
  if (read.isSet('S3_REGION') && !read.isSet('S3_ENDPOINT')) read.refuse('S3_REGION', 'needs S3_ENDPOINT');
  if (!endpoint || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

const leastDemoPassword = 12;

function readDemoPassword(read: EnvironmentReader): string | undefined {
  const text = read.text('DEMO_PASSWORD');
  if (text !== undefined && text.length < leastDemoPassword) {
    read.refuse('DEMO_PASSWORD', `must have at least ${leastDemoPassword} characters`);
  }
  return text;
}

function readClamav(read: EnvironmentReader): URL | undefined {
  const url = read.url('CLAMAV_URL', ['tcp:']);
  if (url && url.port === '') read.refuse('CLAMAV_URL', 'must name the port, such as tcp://127.0.0.1:3310');
  return url;
}
