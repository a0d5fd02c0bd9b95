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
  /** Identifier of the cluster that it was taken from. */
  systemId: z.string(),
  productVersion: z.string(),
  serverVersion: z.string(),
  /** Fingerprint of the SECRET_KEY of that time (OPS-09): a restore with another one could open no sealed column. */
  keyCheck: z.string(),
  /** The installation that it was taken from; null where none had been started. */
  installation: z.uuid().nullable().default(null),
  /** The newest event of the trail, by which a restore that was interrupted recognizes its own rows. */
  lastEvent: z.strictObject({ id: z.string(), leaf: sha256 }).nullable(),
  migrations: z.array(z.string()),
  /** Each with size and hash of its file, as it is in the folder. */
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

/** What a backup says of itself (OPS-04); the last file that is written, so a folder without one is no backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Size and hash of one file of a backup. */
export type Part = z.infer<typeof part>;

/** One table of a backup with the hash of its rows. */
export type BackedUpTable = Manifest['tables'][number];

/** One file of the anchors of a backup. */
export type BackedUpAnchors = Manifest['anchors'][number];

/** Where the parts of a backup stand in its folder. */
export const backupLayout = {
  manifest: 'manifest.json',
  mac: 'manifest.mac',
  tables: 'tables',
  files: 'files',
  fileList: 'files.txt',
  anchors: 'anchors',
} as const;

/** The file of one table's rows. */
export const tableFile = (table: { readonly schema: string; readonly name: string }): string =>
  path.join(backupLayout.tables, `${table.schema}.${table.name}.copy.gz`);

const macOf = (text: string, keys: KeySource): string =>
  `${hmacHex(keyFor(keys, 'backup-manifest'), text)}\n`;

/** Writes the manifest with the MAC that only the key of the installation makes (OPS-09): it covers every other part by its hash. */
export async function writeManifest(folder: string, manifest: Manifest, keys: KeySource): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(path.join(folder, backupLayout.mac), macOf(text, keys));
  await writeDurably(path.join(folder, backupLayout.manifest), text);
}

async function writeDurably(file: string, text: string): Promise<void> {
  await fs.writeFile(file, text, { mode: 0o600, flush: true });
}

/** The backup was made with another secret than the one that is set. */
export class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError';
  readonly fingerprint: string;

  constructor(fingerprint: string) {
    super(`the backup was made with the key ${fingerprint}`);
    this.fingerprint = fingerprint;
  }
}

/**
 * Reads the manifest of a backup and proves that the installation of these keys wrote it (OPS-09): nothing of it is believed before.
 * Throws OtherKeyError for a backup of another secret, and an Error in words for a person.
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

/** What is read of a manifest that is not proven, to say why. */
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
