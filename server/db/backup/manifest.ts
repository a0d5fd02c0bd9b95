import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  equalInConstantTime,
  fingerprintOf,
  hmacHex,
  keyFor,
  type KeySource,
} from '#server/platform/crypto/keys.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.strictObject({ bytes: z.int().min(0), sha256 });

const manifestSchema = z.strictObject({
  format: z.literal('traintrail-backup-2'),
  /** The instant of the snapshot, by the database's clock. */
  takenAt: z.string(),
  /** Identifier of the backup's cluster. */
  systemId: z.string(),
  productVersion: z.string(),
  serverVersion: z.string(),
  /** Fingerprint of the SECRET_KEY of that time (OPS-09): a restore with another one could open no sealed column. */
  keyCheck: z.string(),
  /** The installation of the backup; null if none had been started. */
  installation: z.uuid().nullable().default(null),
  /** The newest event of the trail, by which an interrupted restore recognizes its own rows. */
  lastEvent: z.strictObject({ id: z.string(), leaf: sha256 }).nullable(),
  migrations: z.array(z.string()),
  /** Each with size and hash of its file in the folder. */
  tables: z.array(
    part.extend({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Stored files; `list` is the part that names each of them. */
  files: z.strictObject({
    count: z.int().min(0),
    bytes: z.int().min(0),
    list: part,
    damaged: z.array(sha256),
  }),
  /** Files of the folder of anchors, by their path in it. */
  anchors: z.array(part.extend({ path: z.string() })),
});

/** The manifest of a backup (OPS-04). It is written last, so a folder without one is not a backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Size and hash of one file of a backup. */
export type Part = z.infer<typeof part>;

/** One table of a backup with the hash of its rows. */
export type BackedUpTable = Manifest['tables'][number];

/** One file of the anchors of a backup. */
export type BackedUpAnchors = Manifest['anchors'][number];

/** The paths of the parts of a backup in its folder. */
export const backupLayout = {
  manifest: 'manifest.json',
  mac: 'manifest.mac',
  tables: 'tables',
  files: 'files',
  fileList: 'files.txt',
  anchors: 'anchors',
} as const;

/** Returns the file of one table's rows. */
export const tableFile = (table: { readonly schema: string; readonly name: string }): string =>
  path.join(backupLayout.tables, `${table.schema}.${table.name}.copy.gz`);

const macOf = (text: string, keys: KeySource): string =>
  `${hmacHex(keyFor(keys, 'backup-manifest'), text)}\n`;

/** Writes the manifest with the MAC that only the key of the installation can create (OPS-09): it covers every other part by its hash. */
export async function writeManifest(folder: string, manifest: Manifest, keys: KeySource): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(path.join(folder, backupLayout.mac), macOf(text, keys));
  await writeDurably(path.join(folder, backupLayout.manifest), text);
}

async function writeDurably(file: string, text: string): Promise<void> {
  await fs.writeFile(file, text, { mode: 0o600, flush: true });
}

/** The backup was created with another secret than the configured one. */
export class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError';
  readonly fingerprint: string;

  constructor(fingerprint: string) {
    super(`the backup was made with the key ${fingerprint}`);
    this.fingerprint = fingerprint;
  }
}

/**
 * Reads the manifest of a backup and proves that the installation of these keys wrote it (OPS-09): no part of it is trusted before.
 * Throws OtherKeyError for a backup of another secret, and an Error with a message for people.
 */
export async function readManifest(folder: string, keys: KeySource): Promise<Manifest> {
  const text = await readPart(folder, backupLayout.manifest);
  const json = safeJson(text);
  if (!equalInConstantTime(await readPart(folder, backupLayout.mac, json), macOf(text, keys))) {
    const claimed = claimSchema.safeParse(json);
    if (claimed.success && claimed.data.keyCheck !== fingerprintOf(keys))
      throw new OtherKeyError(claimed.data.keyCheck);
    throw new Error(
      `${backupLayout.manifest} of ${folder} was changed, or was not written by this installation: nothing was restored.`,
    );
  }
  return manifestSchema.parse(json);
}

/** The parts of an unproven manifest that are read to explain the failure. */
const claimSchema = z.object({ keyCheck: z.string() });
const formerSchema = z.object({ format: z.literal('traintrail-backup-1') });

async function readPart(folder: string, name: string, manifest?: unknown): Promise<string> {
  try {
    return await fs.readFile(path.join(folder, name), 'utf8');
  } catch (error) {
    const words = formerSchema.safeParse(manifest).success
      ? `${folder} was made by a version that did not authenticate its backups. Restore it with that version, then upgrade.`
      : `${folder} is not a whole backup: it has no ${name}.`;
    throw new Error(words, { cause: error });
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
