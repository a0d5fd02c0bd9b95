import type pg from 'pg';

/** Long enough to break any line, with words that break nowhere. */
const long = (what: string): string =>
  `${what} Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft und weitere Namen`;

/** Makes every name far too long, within what the product lets people write: what nobody would, but may. */
export async function lengthenNames(admin: pg.Pool): Promise<void> {
  const client = await admin.connect();
  try {
    // The trail of a walk is nobody's evidence.
    await client.query('set session_replication_role = replica');
    const name = `left($1 || ' ' || `;
    await client.query(
      `update users set first_name = left($1, 60), last_name = left($2, 60), job_title = left($3, 120)`,
      [
        'Maximiliane-Alexandrina-Wilhelmina-Theodora-Konstantinopolitana',
        'Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaft',
        long('Beauftragte für'),
      ],
    );
    for (const [table, column] of [
      ['organizations', 'name'],
      ['organizations', 'type'],
      ['departments', 'name'],
      ['training_modules', 'title'],
      ['training_matrices', 'name'],
    ] as const) {
      const exists = await client.query(
        'select 1 from information_schema.columns where table_name = $1 and column_name = $2',
        [table, column],
      );
      if (exists.rowCount === 0) throw new Error(`${table}.${column} is not there`);
      await client.query(`update ${table} set ${column} = ${name}${column}, 120)`, [long('Gesellschaft')]);
    }
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}
