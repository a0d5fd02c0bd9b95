import type { z } from 'zod';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import type { importOptions } from '#shared/contract/people-imports-schemas.ts';
import type { ImportField } from '#shared/domain/people/import/fields.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { carryOutImport } from '#server/domains/people/imports/carry-out-import.ts';
import { checkImport } from '#server/domains/people/imports/check-import.ts';
import type { Services } from '#server/platform/services.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';

/** An import as the API answers it. */
export type Import = ResponseOf<typeof contract.get>;
type Options = z.input<typeof importOptions>;

/** Uploads a file of people. */
export function uploadPeople<Body = Import>(
  client: TestClient,
  bytes: string | Buffer,
  { name = 'people.csv', encoding }: { readonly name?: string; readonly encoding?: string } = {},
): Promise<Answer<Body>> {
  const form = new FormData();
  if (encoding !== undefined) form.set('encoding', encoding);
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  return client.post<Body>('/api/people-imports', form);
}

/** Uploads and checks a file with the proposed mapping, without the columns of some fields; the job runs here. */
export async function checkedPeople(
  services: Services,
  client: TestClient,
  bytes: string | Buffer,
  options: Partial<Options> = {},
  unmapped: readonly ImportField[] = [],
): Promise<Import> {
  const { status, body: uploaded } = await uploadPeople(client, bytes);
  if (status !== 201) throw new Error(JSON.stringify(uploaded));
  const { id } = uploaded;
  const mapping = Object.fromEntries(
    Object.entries(uploaded.mapping).filter(([field]) => !unmapped.some((one) => one === field)),
  );
  const asked = await client.call(contract.check, {
    params: { id: String(id) },
    body: { mapping, options: { ...uploaded.options, ...options } },
  });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  await checkImport(services, id);
  return readImport(client, id);
}

/** One import. */
export async function readImport(client: TestClient, id: number): Promise<Import> {
  return (await client.call(contract.get, { params: { id: String(id) } })).body;
}

/** Confirms what was checked. */
export const confirmPeople = (
  client: TestClient,
  { id, planHash }: Import,
  more: { readonly deactivateMissing?: boolean; readonly invite?: boolean } = {},
) =>
  client.call(contract.confirm, {
    params: { id: String(id) },
    body: {
      planHash: planHash ?? '',
      deactivateMissing: false,
      invite: false,
      reason: 'We move in.',
      ...more,
    },
  });

/** Uploads, checks, confirms and carries out; answers the import as it ended. */
export async function importPeople(
  services: Services,
  client: TestClient,
  bytes: string | Buffer,
  options: Partial<Options> = {},
  more: Parameters<typeof confirmPeople>[2] = {},
): Promise<Import> {
  const checked = await checkedPeople(services, client, bytes, options);
  const confirmed = await confirmPeople(client, checked, more);
  if (confirmed.status !== 200) throw new Error(JSON.stringify([confirmed.body, checked]));
  await carryOutImport(services, checked.id);
  return readImport(client, checked.id);
}

/** The rows of an import with an outcome. */
export async function rowsOf(client: TestClient, id: number, outcome?: string) {
  const path = `/api/people-imports/${String(id)}/rows${outcome === undefined ? '' : `?outcome=${outcome}`}`;
  return (await client.get<ResponseOf<typeof contract.rows>>(path)).body.rows;
}
