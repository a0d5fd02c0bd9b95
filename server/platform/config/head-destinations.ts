import path from 'node:path';
import { readCertificates } from './certificates.ts';
import { isEmailSender, type EnvironmentReader } from './environment.ts';

/** An S3 bucket for heads (AUD-02). */
export interface ObjectStoreConfig {
  readonly bucket: string;
  readonly region: string;
  /** Absent: the AWS one of the region. */
  readonly endpoint?: string | undefined;
  /** Empty, or it ends with a slash. */
  readonly prefix: string;
  /** Absent: the permissions of the machine itself, as found by the SDK. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Absent: objects are stored without object lock. */
  readonly lock?: { readonly mode: 'COMPLIANCE' | 'GOVERNANCE'; readonly days: number } | undefined;
}

/** The destinations of the newest head of the audit trail (AUD-02); none if nothing is set. */
export interface HeadDestinationsConfig {
  /** A second folder, best on another machine. */
  readonly folder?: string | undefined;
  readonly objectStore?: ObjectStoreConfig | undefined;
  readonly mailTo: readonly string[];
  /** `udp:`, `tcp:` or `tls:` with host and port. */
  readonly syslog?: URL | undefined;
  readonly timeStamps?:
    | {
        readonly url: URL;
        /** PEM of the certificates whose time-stamp tokens are trusted. */
        readonly trusted: readonly string[];
      }
    | undefined;
}

const lockModes = ['compliance', 'governance', 'off'] as const;

/** Reads `ANCHOR_*` and `TIMESTAMP_*` (OPS-02). */
export function readHeadDestinations(
  read: EnvironmentReader,
  { dataDir, workingDir, sendsMail }: { dataDir: string; workingDir: string; sendsMail: boolean },
): HeadDestinationsConfig {
  return {
    folder: readFolder(read, dataDir, workingDir),
    objectStore: readObjectStore(read),
    mailTo: readMailTo(read, sendsMail),
    syslog: readSyslog(read),
    timeStamps: readTimeStamps(read, workingDir),
  };
}

function readFolder(read: EnvironmentReader, dataDir: string, workingDir: string): string | undefined {
  const text = read.text('ANCHOR_DIR');
  if (text === undefined) return undefined;
  const folder = path.resolve(workingDir, text);
  const within = path.relative(dataDir, folder);
  if (within === '' || (!within.startsWith('..') && !path.isAbsolute(within))) {
    read.refuse(
      'ANCHOR_DIR',
      'must be outside DATA_DIR, best on another machine: it is to outlive that folder',
    );
  }
  return folder;
}

const withBucket = [
  'ANCHOR_S3_ENDPOINT',
  'ANCHOR_S3_REGION',
  'ANCHOR_S3_PREFIX',
  'ANCHOR_S3_ACCESS_KEY_ID',
  'ANCHOR_S3_SECRET_ACCESS_KEY',
  'ANCHOR_S3_LOCK',
  'ANCHOR_S3_LOCK_DAYS',
] as const;

function readObjectStore(read: EnvironmentReader): ObjectStoreConfig | undefined {
  const bucket = read.text('ANCHOR_S3_BUCKET');
  const endpoint = read.url('ANCHOR_S3_ENDPOINT', ['https:', 'http:']);
  const region = read.text('ANCHOR_S3_REGION');
  const prefix = (read.text('ANCHOR_S3_PREFIX') ?? '').replace(/^\/+/, '');
  const accessKeyId = read.text('ANCHOR_S3_ACCESS_KEY_ID');
  const secretAccessKey = read.text('ANCHOR_S3_SECRET_ACCESS_KEY');
  const lock = read.choice('ANCHOR_S3_LOCK', lockModes) ?? 'compliance';
  const days = read.integer('ANCHOR_S3_LOCK_DAYS', 1, 36_500) ?? 3650;
  if (bucket === undefined) {
    for (const variable of withBucket)
      if (read.isSet(variable)) read.refuse(variable, 'has no effect without ANCHOR_S3_BUCKET');
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    read.refuse(
      'ANCHOR_S3_BUCKET',
      'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
    );
  if (region === undefined && !endpoint)
    read.refuse('ANCHOR_S3_REGION', 'is required with ANCHOR_S3_BUCKET, unless ANCHOR_S3_ENDPOINT is set');
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    read.refuse(
      accessKeyId === undefined ? 'ANCHOR_S3_ACCESS_KEY_ID' : 'ANCHOR_S3_SECRET_ACCESS_KEY',
      'is required with the other half of the key; without both, the rights of this machine are used',
    );
  return {
    bucket,
    region: region ?? 'us-east-1',
    endpoint: endpoint?.href,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
    lock: lock === 'off' ? undefined : { mode: lock === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE', days },
  };
}

function readMailTo(read: EnvironmentReader, sendsMail: boolean): readonly string[] {
  const text = read.text('ANCHOR_MAIL_TO');
  if (text === undefined) return [];
  const addresses = text.split(',').map((address) => address.trim());
  if (!addresses.every((address) => isEmailSender(address) && !address.includes('<')))
    read.refuse('ANCHOR_MAIL_TO', 'must be one or more addresses by comma, such as quality@example.org');
  if (!sendsMail) read.refuse('ANCHOR_MAIL_TO', 'needs SMTP_URL beside it');
  return addresses;
}

function readSyslog(read: EnvironmentReader): URL | undefined {
  const url = read.url('ANCHOR_SYSLOG', ['udp:', 'tcp:', 'tls:']);
  if (url && (url.hostname === '' || url.port === '' || !['', '/'].includes(url.pathname)))
    read.refuse('ANCHOR_SYSLOG', 'must be protocol, host and port, such as tls://logs.example.org:6514');
  return url;
}

function readTimeStamps(read: EnvironmentReader, workingDir: string): HeadDestinationsConfig['timeStamps'] {
  const url = read.url('TIMESTAMP_URL', ['https:', 'http:']);
  const file = read.text('TIMESTAMP_CA');
  if (!url) {
    if (file !== undefined && !read.isSet('TIMESTAMP_URL'))
      read.refuse('TIMESTAMP_CA', 'has no effect without TIMESTAMP_URL');
    return undefined;
  }
  if (file === undefined) {
    read.refuse(
      'TIMESTAMP_CA',
      'is required with TIMESTAMP_URL: a PEM file with the root certificate of the server',
    );
    return undefined;
  }
  const trusted = readCertificates(path.resolve(workingDir, file));
  if (!trusted) {
    read.refuse('TIMESTAMP_CA', 'must be a PEM file with at least one certificate that can be read');
    return undefined;
  }
  return { url, trusted };
}
