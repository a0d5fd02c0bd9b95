import { sql } from 'kysely';
import { samplePng } from '#tests/harness/sample-files.ts';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const adminOnly = '401 403    403     200   403 403       401      403';
const created = '401 403 403 201 403 403 401 403';

const planHash = 'a'.repeat(64);

/** An import of one completion in a state: nobody's record, whoever uploaded it. */
async function importIn(
  state: 'uploaded' | 'checked' | 'done',
  { server, reach }: AccessWorld,
): Promise<string> {
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into people_imports (subject, state, file_name, file_sha256, file_size, format, headings, row_count, mapping,
          options, plan_hash, requested_by, ended_at)
        values ('completions', ${state}, 'completions.csv', ${planHash}, 1, 'csv', '{email,module,day}', 1,
          '{"email": 0, "module": 1, "completed_on": 2}', '{"source": "Binder", "dayOrder": "day_first"}',
          ${planHash}, ${reach.admin.id}, ${state === 'done' ? sql`app_now()` : null}) returning id)
      insert into people_import_rows (import_id, position, line, cells, outcome)
      select id, 1, 2, '{nobody@world.example,SOP-1,2024-06-03}', 'recorded' from made returning import_id as id`.execute(
      db,
    );
    return String(rows[0]?.id ?? 0);
  });
}

const about = (state: 'uploaded' | 'checked' | 'done', body?: () => unknown): AccessRow => ({
  send: async (_, world) => ({
    params: { id: await importIn(state, world) },
    ...(body === undefined ? {} : { body: body() }),
  }),
  expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
});

const withFile = (content: BlobPart, name: string) => {
  const body = new FormData();
  body.set('file', new Blob([content]), name);
  return body;
};

/** Imports of past completions: administrators alone (USR-09). */
export const pastImportsRows: AccessRows = {
  'pastImports.list': { expect: { any: adminOnly } },
  'pastImports.get': about('uploaded'),
  'pastImports.upload': {
    send: () => ({ body: withFile('email,module,day\na@world.example,A,2024-06-03\n', 'completions.csv') }),
    expect: { any: created },
  },
  'pastImports.addFile': {
    ...about('uploaded', () => withFile(new Uint8Array(samplePng), 'ann.png')),
    expect: { own: created, report: created, foreign: created },
  },
  'pastImports.check': about('uploaded', () => ({
    mapping: { email: 0, module: 1, completed_on: 2 },
    options: { source: 'Binder', dayOrder: 'day_first' },
  })),
  'pastImports.rows': about('checked'),
  'pastImports.problems': about('checked'),
  'pastImports.confirm': about('checked', () => ({ planHash, reason: 'We move in.' })),
  'pastImports.cancel': about('checked'),
  'pastImports.reverse': about('done', () => ({ reason: 'The wrong file' })),
};
