import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifestSchema = z.strictObject({
  format: z.literal('traintrail-backup-1'),
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
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** SHA-256 of the rows as COPY wrote them, before they were compressed. */
      sha256,
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0), damaged: z.array(sha256) }),
});

/** What a backup says of itself (OPS-04); the last file that is written, so a folder without one is no backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/** One table of a backup with the hash of its rows. */
export type BackedUpTable = Manifest['tables'][number];

/** Where the parts of a backup stand in its folder. */
export const backupLayout = {
  manifest: 'manifest.json',
  tables: 'tables',
  files: 'files',
  anchors: 'anchors',
} as const;

/** The file of one table's rows. */
export const tableFile = (table: { readonly schema: string; readonly name: string }): string =>
  path.join(backupLayout.tables, `${table.schema}.${table.name}.copy.gz`);

/** Reads and checks the manifest of a backup; throws an Error in words for a person. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await fs.readFile(path.join(folder, backupLayout.manifest), 'utf8');
  } catch (error) {
    throw new Error(`${folder} is not a whole backup: it has no ${backupLayout.manifest}.`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(safeJson(text));
  if (parsed.success) return parsed.data;
  throw new Error(`The ${backupLayout.manifest} of ${folder} is not one of a backup of this product.`);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
