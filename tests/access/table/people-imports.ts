import { sql } from 'kysely';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const adminOnly = '401 403    403     200   403 403       401      403';
const created = '401 403 403 201 403 403 401 403';

const planHash = 'a'.repeat(64);

/** An import of one person in a state: nobody's record, whoever uploaded it. */
async function importIn(state: 'uploaded' | 'checked', { server, reach }: AccessWorld): Promise<string> {
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into people_imports (state, file_name, file_sha256, file_size, format, headings, row_count, mapping, options,
          plan_hash, requested_by)
        values (${state}, 'people.csv', ${planHash}, 1, 'csv', '{email,name}', 1, '{"email": 0}',
          '{"organizationId": null, "createDepartments": false, "createJobTitles": true, "raiseManagers": true, "completeFile": false}',
          ${planHash}, ${reach.admin.id}) returning id)
      insert into people_import_rows (import_id, position, line, cells, outcome)
      select id, 1, 2, '{nobody@world.example,N}', 'created' from made returning import_id as id`.execute(db);
    return String(rows[0]?.id ?? 0);
  });
}

const about = (state: 'uploaded' | 'checked', body?: unknown): AccessRow => ({
  send: async (_, world) => ({
    params: { id: await importIn(state, world) },
    ...(body === undefined ? {} : { body }),
  }),
  expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
});

/** Imports and exports of people: administrators alone (USR-06). */
export const peopleImportsRows: AccessRows = {
  'peopleImports.list': { expect: { any: adminOnly } },
  'peopleImports.get': about('uploaded'),
  'peopleImports.upload': {
    send: () => {
      const body = new FormData();
      body.set('file', new Blob(['email,name\na@world.example,A\n']), 'people.csv');
      return { body };
    },
    expect: { any: created },
  },
  'peopleImports.check': about('uploaded', {
    mapping: { email: 0 },
    options: {
      organizationId: null,
      createDepartments: false,
      createJobTitles: true,
      raiseManagers: true,
      completeFile: false,
    },
  }),
  'peopleImports.rows': about('checked'),
  'peopleImports.problems': about('checked'),
  'peopleImports.confirm': about('checked', {
    planHash,
    deactivateMissing: false,
    invite: false,
    reason: 'We move in.',
  }),
  'peopleImports.cancel': about('checked'),
  'peopleImports.export': { send: () => ({ query: { format: 'csv' } }), expect: { any: adminOnly } },
};
