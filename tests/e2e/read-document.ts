import type { Page } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestClient } from '#tests/harness/client.ts';
import { expect } from './learner-fixtures.ts';

/** Reads the one page of a version as the viewer does, so that it can be signed (HR-03, HR-04). */
export async function readVersion(client: TestClient, versionId: number | null): Promise<void> {
  const path = `/api/hr/files/${String(versionId)}`;
  const { body } = await client.post<{ viewSessionId: string }>(`${path}/view-session`);
  await (await client.fetch('GET', path)).arrayBuffer();
  // A page a second, by the server's clock.
  await wait(1100);
  const report = { viewSessionId: body.viewSessionId, pages: [1] };
  expect((await client.post<object>(`${path}/progress`, report)).body).toMatchObject({ contentSeen: true });
}

/** In the dialog of a signature: opens the document of which pages are missing, sees all of them, and goes on to sign. */
export async function readFirst(page: Page, dialogName: string, documentName: string): Promise<void> {
  const signing = page.getByRole('dialog', { name: dialogName });
  await expect(signing).toContainText('Read all of it before you sign.');
  await expect(signing).toContainText(/Pages? .* not read yet\./);
  await signing.getByRole('button', { name: /^(Read|Go to page \d+)$/ }).click();
  const reading = page.getByRole('dialog', { name: documentName, exact: true });
  const next = reading.getByRole('button', { name: 'Next page' });
  await expect(reading.getByText(/not read yet|You have read all of it/)).toBeVisible();
  for (let shown = 1; shown < 9; shown += 1) {
    // A page that was turned too early would not count.
    await expect(reading.getByText(new RegExp(`^Pages? ${String(shown)}\\b.* not read yet`))).toHaveCount(0);
    if (!(await next.isEnabled())) break;
    await next.click();
  }
  await expect(reading.getByText('You have read all of it.')).toBeVisible();
  await reading.getByRole('button', { name: 'Continue to signing' }).click();
  await expect(signing.getByLabel('Password', { exact: true })).toBeVisible();
}
