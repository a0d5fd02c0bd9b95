/** Shared by the tests of this area: uploads as a browser sends them, and assignments without the curricula. */
import { sql } from 'kysely';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import { recordFetch } from '#server/platform/files/file-fetches.ts';
import type { Services } from '#server/platform/services.ts';
import type { Answer, TestClient } from './client.ts';
import { asFixture } from './world.ts';

/** A module as the API answers it. */
export type Module = ResponseOf<typeof modulesContract.get>;

/** The parts of a problem that tests look at. */
export interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** A file on its way up. */
export type Upload = readonly [name: string, bytes: Buffer | string];

const blob = (bytes: Buffer | string) =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]);

/** Makes a module without content; throws when the API refuses it. */
export async function createModuleBy(
  admin: TestClient,
  fields: Record<string, unknown> = {},
): Promise<Module> {
  const answer = await admin.post<Module>('/api/training-modules', {
    title: 'Module',
    description: 'A module of a test',
    contentType: 'pdf',
    ...fields,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Loads files and text into a module, as SPEC §7 has it. */
export function load<Body = Module>(
  admin: TestClient,
  moduleId: number,
  files: readonly Upload[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fileCount: String(files.length), ...fields }))
    form.set(name, value);
  for (const [index, [name, bytes]] of files.entries()) form.set(`file_${String(index)}`, blob(bytes), name);
  return admin.post(`/api/training-modules/${String(moduleId)}/load`, form);
}

/** A module with these files; throws when the API refuses them. */
export async function moduleWith(
  admin: TestClient,
  files: readonly Upload[],
  fields: Record<string, unknown> = {},
): Promise<Module> {
  const module = await createModuleBy(admin, fields);
  const answer = await load(admin, module.id, files);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Uploads in bulk, as SPEC §7 has it. */
export function bulk<Body = ResponseOf<typeof modulesContract.bulkUpload>>(
  admin: TestClient,
  files: readonly Upload[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of files) form.append('files', blob(bytes), name);
  return admin.post('/api/training-modules/bulk-upload-simple', form);
}

/** Makes a module from one file, as SPEC §7 has it. */
export function quickCreate<Body = Module>(
  admin: TestClient,
  [name, bytes]: Upload,
  info?: unknown,
): Promise<Answer<Body>> {
  const form = new FormData();
  if (info !== undefined) form.set('moduleInfo', typeof info === 'string' ? info : JSON.stringify(info));
  form.set('file', blob(bytes), name);
  return admin.post('/api/training-modules/quick-create', form);
}

/** Fetches every file of a version for a person, and the PDFs that they were converted to, as a page that shows them does. */
export async function fetchFiles({ db }: Services, userId: string, versionId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select unnest(array[mvf.file_id, made.pdf_id]) as id from module_version_files mvf
    left join file_conversions made on made.file_id = mvf.file_id where mvf.version_id = ${versionId}
  `.execute(db);
  for (const { id } of rows) if (id !== null) await recordFetch(db, userId, id);
}

/** Gives a person an assignment of the module's current version; answers its id. */
export async function assign(
  services: Services,
  userId: string,
  module: Pick<Module, 'id' | 'versionId'>,
  status: 'not_started' | 'in_progress' | 'completed' | 'voided' = 'in_progress',
): Promise<number> {
  return asFixture(services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into training_assignments (user_id, module_id, module_version_id, status, started_at, completed_at, voided_at,
        voided_reason, progress, cycle)
      values (${userId}, ${module.id}, ${module.versionId}, ${status}, app_now(),
        case when ${status} = 'completed' then app_now() end, case when ${status} = 'voided' then app_now() end,
        case when ${status} = 'voided' then 'test' end, ${status === 'completed' ? 100 : 0},
        1 + (select count(*) from training_assignments where user_id = ${userId} and module_id = ${module.id}))
      returning id
    `.execute(tx.db);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('no assignment was made');
    return id;
  });
}
