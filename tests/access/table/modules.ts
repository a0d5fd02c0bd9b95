import { sql } from 'kysely';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//                 anon learner manager admin hr  inspector inactive must-change
const everyone = '  401  200     200     200   200 200       401      403';
const adminMakes = '401  403     403     201   403 403       401      403';
const adminOnly = ' 401  403     403     200   403 403       401      403';

/** Visible to administrators, to who has an assignment of it, to their managers and to inspectors in scope (AUTH-13). */
const byAssignment = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  200     200     200   200 200       401      403',
  report: ' 401  404     200     200   404 200       401      403',
  foreign: '401  404     404     200   404 404       401      403',
};

async function newModule({ server }: AccessWorld): Promise<string> {
  return asFixture(server.services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into training_modules (title, description, content_type) values ('Of the table', 'About access', 'text') returning id
    `.execute(tx.db);
    return String(rows[0]?.id);
  });
}

/** A module of nobody, with a draft. */
async function newDraft(world: AccessWorld): Promise<{ id: string; versionId: string }> {
  const id = await newModule(world);
  return asFixture(world.server.services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into module_versions (module_id, number, content) values (${Number(id)}, 1, 'Of the table') returning id
    `.execute(tx.db);
    return { id, versionId: String(rows[0]?.id) };
  });
}

const manage = (send: NonNullable<AccessRow['send']>): AccessRow => ({
  send,
  expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
});

function form(fields: Readonly<Record<string, string>>, file?: string): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  if (file !== undefined) data.set(file, new Blob([`A text file of the table.\n`]), 'note.txt');
  return data;
}

let number = 0;

/** Training modules, categories and files. */
export const modulesRows: AccessRows = {
  'modules.list': { expect: { any: everyone } },
  'modules.categories': { expect: { any: everyone } },
  'modules.families': { expect: { any: everyone } },
  'modules.table': { expect: { any: adminOnly } },
  'modules.contentCheck': {
    send: ({ material }) => ({ query: { ids: String(material.moduleId) } }),
    expect: { any: adminOnly },
  },
  'modules.removeMany': manage(async (_, world) => ({
    body: { moduleIds: [Number(await newModule(world))] },
  })),
  'modules.setCategory': manage(async (_, world) => ({
    body: { moduleIds: [Number(await newModule(world))], trainingCategory: null },
  })),
  'modules.counts': { expect: { any: adminOnly } },
  'modules.names': { expect: { any: adminOnly } },
  'modules.removal': manage(({ material }) => ({ params: { id: String(material.moduleId) } })),
  'modules.get': {
    send: ({ material }) => ({ params: { id: String(material.moduleId) } }),
    expect: byAssignment,
  },
  'modules.file': {
    send: ({ material }) => ({ params: { filename: material.file } }),
    expect: byAssignment,
  },
  'modules.create': {
    send: () => ({ body: { title: 'Of the table', description: 'About access', contentType: 'text' } }),
    expect: { any: adminMakes },
  },
  'modules.update': manage(({ material }) => ({
    params: { id: String(material.moduleId) },
    body: { description: 'About access, again' },
  })),
  'modules.remove': manage(async (_, world) => ({ params: { id: await newModule(world) } })),
  'modules.createCategory': {
    send: () => ({ body: { categoryName: `Of the table ${String((number += 1))}` } }),
    expect: { any: adminMakes },
  },
  'modules.renameCategory': {
    send: async (_, { server }) => {
      const name = `To be renamed ${String((number += 1))}`;
      await asFixture(server.services, (tx) =>
        sql`insert into module_categories (name, color_index, position) values (${name}, 0, ${1000 + number})`.execute(
          tx.db,
        ),
      );
      return { params: { categoryName: name }, body: { categoryName: `${name}, renamed` } };
    },
    expect: { any: adminOnly },
  },
  'modules.removeCategory': {
    send: async (_, { server }) => {
      const name = `To be removed ${String((number += 1))}`;
      await asFixture(server.services, (tx) =>
        sql`insert into module_categories (name, color_index, position) values (${name}, 0, ${1000 + number})`.execute(
          tx.db,
        ),
      );
      return { params: { categoryName: name } };
    },
    expect: { any: adminOnly },
  },
  'modules.publish': manage(async (_, world) => ({
    params: await newDraft(world),
    body: { changeNote: 'Of the table', preview: true },
  })),
  'modules.removeVersion': manage(async (_, world) => ({ params: await newDraft(world) })),
  'modules.bulkUpload': {
    send: () => ({ body: form({ category: 'auto' }, 'files') }),
    expect: { any: adminOnly },
  },
  'modules.load': manage(async (_, world) => ({
    params: { id: await newModule(world) },
    body: form({ contentData: 'A text of more than twenty characters.', fileCount: '0' }),
  })),
  'modules.quickCreate': {
    send: () => ({ body: form({ moduleInfo: '{}' }, 'file') }),
    expect: { any: adminMakes },
  },
};
