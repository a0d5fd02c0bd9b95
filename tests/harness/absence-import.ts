import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { carryOutAbsences } from '#server/domains/assignments/absences/import/carry-out-absences.ts';
import { checkAbsences } from '#server/domains/assignments/absences/import/check-absences.ts';
import type { Services } from '#server/platform/services.ts';
import type { Answer, TestClient } from '#tests/harness/client.ts';

/** An import of absences as the API answers it. */
export type AbsenceImport = ResponseOf<typeof contract.get>;

/** Uploads a file of absences. */
export function uploadAbsences(client: TestClient, text: string): Promise<Answer<AbsenceImport>> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'absences.csv');
  return client.post<AbsenceImport>('/api/absence-imports', form);
}

/** Uploads and checks a file with the proposed mapping; the job runs here. */
export async function checkedAbsences(
  services: Services,
  client: TestClient,
  text: string,
): Promise<AbsenceImport> {
  const { status, body: uploaded } = await uploadAbsences(client, text);
  if (status !== 201) throw new Error(JSON.stringify(uploaded));
  const { id, mapping, options } = uploaded;
  const asked = await client.call(contract.check, { params: { id: String(id) }, body: { mapping, options } });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  await checkAbsences(services, id);
  return readAbsences(client, id);
}

/** One import of absences. */
export async function readAbsences(client: TestClient, id: number): Promise<AbsenceImport> {
  return (await client.call(contract.get, { params: { id: String(id) } })).body;
}

/** Confirms what was checked. */
export const confirmAbsences = (client: TestClient, { id, planHash }: AbsenceImport) =>
  client.call(contract.confirm, {
    params: { id: String(id) },
    body: { planHash: planHash ?? '', reason: 'The list of HR.' },
  });

/** Uploads, checks, confirms and carries out; answers the import as it ended. */
export async function importAbsences(
  services: Services,
  client: TestClient,
  text: string,
): Promise<AbsenceImport> {
  const checked = await checkedAbsences(services, client, text);
  const confirmed = await confirmAbsences(client, checked);
  if (confirmed.status !== 200) throw new Error(JSON.stringify([confirmed.body, checked]));
  await carryOutAbsences(services, checked.id);
  return readAbsences(client, checked.id);
}

/** The rows of an import with an outcome. */
export async function absenceRowsOf(client: TestClient, id: number, outcome?: string) {
  const path = `/api/absence-imports/${String(id)}/rows${outcome === undefined ? '' : `?outcome=${outcome}`}`;
  return (await client.get<ResponseOf<typeof contract.rows>>(path)).body.rows;
}
