import type pg from 'pg';
import { accounts } from '../e2e/facts.ts';

/** Long enough to break any line, with words that break nowhere. */
const long = (what: string): string =>
  `${what} Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und weitere Namen`;

/** Makes every name far too long, within what the product lets people write: what nobody would, but may. */
export async function lengthenNames(admin: pg.Pool): Promise<void> {
  const client = await admin.connect();
  try {
    // The trail of a walk is nobody's evidence.
    await client.query('set session_replication_role = replica');
    await client.query(
      `update users set first_name = left($1, 60), last_name = left($2, 60), job_title = left($3, 120)`,
      [
        'Maximiliane-Alexandrina-Wilhelmina-Theodora-Konstantinopolitana',
        'Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaft',
        long('Beauftragte für'),
      ],
    );
    // Who signs in to walk keeps the address.
    await client.query(
      `update users set email = 'maximiliane.wolfeschlegelsteinhausenbergerdorffvoralternwaren.' || email
       where email <> all($1)`,
      [Object.values(accounts)],
    );
    for (const [table, column] of [
      ['organizations', 'name'],
      ['organizations', 'type'],
      ['departments', 'name'],
      ['training_modules', 'title'],
      ['training_matrices', 'name'],
      ['hr_registrations', 'name'],
      ['hr_registrations', 'authority'],
      ['hr_agreements', 'title'],
      ['hr_agreements', 'party_name'],
      ['hr_documents', 'title'],
      ['hr_document_versions', 'original_name'],
      ['module_version_files', 'original_name'],
    ] as const) {
      // The end stays: what a file is called tells what it is.
      await client.query(`update ${table} set ${column} = ltrim(right($1 || ' ' || ${column}, 120))`, [
        long('Gesellschaft'),
      ]);
    }
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}
