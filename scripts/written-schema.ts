import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { catalogueText, readCatalogueOf } from '#server/db/catalogue/catalogue.ts';
import { generateTypes } from '#server/db/generate-types.ts';
import { describeAsFiles } from '#server/db/schema-files.ts';
import { cloneDatabase, type ClusterFacts } from '#tests/harness/cluster.ts';
import { root } from './steps.ts';

/** The files that are written from the migrated database, compared with those of the working copy. */
export interface WrittenSchema {
  /** Files that are missing or have another text, from the root, with their new text. */
  readonly stale: readonly (readonly [name: string, text: string])[];
  /** Files of tables, functions and views that no longer exist. */
  readonly gone: readonly string[];
}

async function generatedTypes(adminUrl: string): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-types-'));
  try {
    const file = path.join(folder, 'db.d.ts');
    await generateTypes(adminUrl, file);
    return fs.readFileSync(file, 'utf8');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Compares the types of the tables, the catalogue and the readable schema with a clone of the migrated template. */
export async function compareSchema(facts: ClusterFacts): Promise<WrittenSchema> {
  const database = await cloneDatabase(facts);
  try {
    const schema = await describeAsFiles(database.admin, facts.appRole);
    const written: readonly (readonly [string, string])[] = [
      ['server/db/db.d.ts', await generatedTypes(database.adminUrl)],
      ['server/db/catalogue.json', catalogueText(await readCatalogueOf(database.db, facts.appRole))],
      ...schema.map(({ name, text }) => [`server/db/schema/${name}`, text] as const),
    ];
    const stale = written.filter(([name, text]) => {
      const target = path.join(root, name);
      return !fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text;
    });
    const names = new Set(written.map(([name]) => name));
    const gone = ['tables', 'functions', 'views']
      .map((part) => `server/db/schema/${part}`)
      .flatMap((part) =>
        fs.existsSync(path.join(root, part))
          ? fs.readdirSync(path.join(root, part)).map((name) => `${part}/${name}`)
          : [],
      )
      .filter((name) => !names.has(name));
    return { stale, gone };
  } finally {
    await database.drop();
  }
}
