import { sql } from 'kysely';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const adminOnly = '401 403    403     200   403 403       401      403';
const created = '401 403 403 201 403 403 401 403';

const planHash = 'a'.repeat(64);

/** An import of one absence in a state: nobody's record, whoever uploaded it. */
async function importIn(state: 'uploaded' | 'checked', { server, reach }: AccessWorld): Promise<string> {
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into people_imports (subject, state, file_name, file_sha256, file_size, format, headings, row_count, mapping,
          options, plan_hash, requested_by)
        values ('absences', ${state}, 'absences.csv', ${planHash}, 1, 'csv', '{email,from,to,kind}', 1,
          '{"email": 0, "first_day": 1, "last_day": 2, "kind": 3}', '{"dayOrder": "day_first"}',
          ${planHash}, ${reach.admin.id}) returning id)
      insert into people_import_rows (import_id, position, line, cells, outcome)
      select id, 1, 2, '{nobody@world.example,2025-06-03,"",sick}', 'recorded' from made returning import_id as id`.execute(
      db,
    );
    return String(rows[0]?.id ?? 0);
  });
}

const about = (state: 'uploaded' | 'checked', body?: () => unknown): AccessRow => ({
  send: async (_, world) => ({
    params: { id: await importIn(state, world) },
    ...(body === undefined ? {} : { body: body() }),
  }),
  expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
});

const file = () => {
  const body = new FormData();
  body.set('file', new Blob(['email,from,to,kind\na@world.example,2025-06-03,,sick\n']), 'absences.csv');
  return { body };
};

/** Imports of absences: administrators alone (USR-10). */
export const absenceImportsRows: AccessRows = {
  'absenceImports.list': { expect: { any: adminOnly } },
  'absenceImports.get': about('uploaded'),
  'absenceImports.upload': { send: file, expect: { any: created } },
  'absenceImports.check': about('uploaded', () => ({
    mapping: { email: 0, first_day: 1, last_day: 2, kind: 3 },
    options: { dayOrder: 'day_first' },
  })),
  'absenceImports.rows': about('checked'),
  'absenceImports.problems': about('checked'),
  'absenceImports.confirm': about('checked', () => ({ planHash, reason: 'We move in.' })),
  'absenceImports.cancel': about('checked'),
};
