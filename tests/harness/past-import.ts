import type { z } from 'zod';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import type { pastOptions } from '#shared/contract/past-imports-schemas.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { carryOutPast } from '#server/domains/assignments/past/carry-out-past.ts';
import { checkPast } from '#server/domains/assignments/past/check-past.ts';
import type { Services } from '#server/platform/services.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';

/** An import of past completions as the API answers it. */
export type PastImport = ResponseOf<typeof contract.get>;
type Options = z.input<typeof pastOptions>;

/** A certificate file beside the table. */
export interface Beside {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Uploads a file of past completions. */
export function uploadPast(client: TestClient, text: string): Promise<Answer<PastImport>> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'completions.csv');
  return client.post<PastImport>('/api/completion-imports', form);
}

/** Adds a certificate file to an import. */
export function addCertificate(client: TestClient, id: number, { name, bytes }: Beside) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return client.post<{ sha256: string }>(`/api/completion-imports/${String(id)}/files`, form);
}

/** Uploads and checks a file with the proposed mapping; the job runs here. */
export async function checkedPast(
  services: Services,
  client: TestClient,
  text: string,
  options: Partial<Options> = {},
  files: readonly Beside[] = [],
): Promise<PastImport> {
  const { status, body: uploaded } = await uploadPast(client, text);
  if (status !== 201) throw new Error(JSON.stringify(uploaded));
  const { id, mapping } = uploaded;
  for (const file of files) {
    const added = await addCertificate(client, id, file);
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  }
  const asked = await client.call(contract.check, {
    params: { id: String(id) },
    body: { mapping, options: { source: 'Moodle', dayOrder: 'day_first', ...options } },
  });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  await checkPast(services, id);
  return readPast(client, id);
}

/** One import of past completions. */
export async function readPast(client: TestClient, id: number): Promise<PastImport> {
  return (await client.call(contract.get, { params: { id: String(id) } })).body;
}

/** Confirms what was checked. */
export const confirmPast = (client: TestClient, { id, planHash }: PastImport) =>
  client.call(contract.confirm, {
    params: { id: String(id) },
    body: { planHash: planHash ?? '', reason: 'We move in.' },
  });

/** Uploads, checks, confirms and carries out; answers the import as it ended. */
export async function importPast(
  services: Services,
  client: TestClient,
  text: string,
  options: Partial<Options> = {},
  files: readonly Beside[] = [],
): Promise<PastImport> {
  const checked = await checkedPast(services, client, text, options, files);
  const confirmed = await confirmPast(client, checked);
  if (confirmed.status !== 200) throw new Error(JSON.stringify([confirmed.body, checked]));
  await carryOutPast(services, checked.id);
  return readPast(client, checked.id);
}

/** The rows of an import with an outcome. */
export async function pastRowsOf(client: TestClient, id: number, outcome?: string) {
  const path = `/api/completion-imports/${String(id)}/rows${outcome === undefined ? '' : `?outcome=${outcome}`}`;
  return (await client.get<ResponseOf<typeof contract.rows>>(path)).body.rows;
}
