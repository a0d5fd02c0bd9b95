import type { TestClient } from '#tests/harness/client.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { expect } from './fixtures.ts';

/** Adds a document of an organization (HR-04), with a PDF of one page. */
export async function addDocument(
  client: TestClient,
  fields: Record<string, string>,
  name = 'policy.pdf',
): Promise<{ id: number; revision: number }> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(await makePdf(1, { title: fields['title'] ?? '' }))]), name);
  const { status, body } = await client.post<{ id: number; revision: number }>('/api/hr/documents', form);
  expect(status).toBe(201);
  return body;
}
