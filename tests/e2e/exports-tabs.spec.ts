import type { Page } from '@playwright/test';
import type { TestClient } from '#tests/harness/client.ts';
import { expectToast } from './fail-call.ts';
import { guardPage } from './guard.ts';
import { expect, test } from './learner-fixtures.ts';

const screen = '/reports/export';
const request = { dataSet: 'people', format: 'csv', columns: ['email'], filters: { org: 'all' } };

interface Made {
  readonly id: number;
  readonly state: string;
}

async function ask(client: TestClient): Promise<number> {
  const { status, body } = await client.post<Made>('/api/exports', request);
  expect(status).toBe(201);
  return body.id;
}

const stateOf = async (client: TestClient, id: number): Promise<string | undefined> =>
  (await client.get<readonly Made[]>('/api/exports')).body.find((one) => one.id === id)?.state;

/** Holds what the list says of an export where it was, as in a tab that has not looked again; answers how to let go. */
async function holdAt(page: Page, id: number, was: Record<string, unknown>): Promise<() => Promise<void>> {
  const isList = (url: URL) => url.pathname === '/api/exports';
  await page.route(isList, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as readonly Made[];
    await route.fulfill({
      response: answer,
      json: list.map((one) => (one.id === id ? { ...one, ...was } : one)),
    });
  });
  // An answer that is being changed is still given.
  return () => page.unrouteAll({ behavior: 'wait' });
}

const newestIn = (page: Page) => page.getByRole('list', { name: 'My exports' }).getByRole('listitem').first();

test('[RPT-03] [SHELL-12] an export that is being made is told in both tabs once it is ready', async ({
  page,
  signIn,
  world,
}) => {
  const client = await world.clientOf(world.manager);
  await ask(client);
  await signIn(world.manager, screen);
  const other = await page.context().newPage();
  const guard = guardPage(other);
  await other.goto(screen);
  for (const tab of [page, other]) {
    await expect(newestIn(tab)).toContainText('Ready', { timeout: 20_000 });
    await expect(newestIn(tab).getByRole('button', { name: 'Download People · CSV' })).toBeVisible();
  }
  guard.check();
});

test('[RPT-03] [SHELL-12] an export that has ended meanwhile cannot be cancelled in the other tab, which says so and offers the file', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const client = await world.clientOf(world.manager);
  const id = await ask(client);
  await expect.poll(() => stateOf(client, id), { timeout: 20_000 }).toBe('ready');
  const letGo = await holdAt(page, id, { state: 'running', fileName: null, size: null, expiresAt: null });
  await signIn(world.manager, screen);
  guard.allow(409, `/api/exports/${String(id)}/cancel`);
  const cancel = newestIn(page).getByRole('button', { name: 'Cancel People · CSV' });
  await expect(cancel).toBeVisible();
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/cancel'));
  await cancel.click();
  expect((await refused).status()).toBe(409);
  await letGo();
  await expectToast(page, 'destructive', 'The export was not cancelled', 'This export has already ended.');
  await expect(newestIn(page)).toContainText('Ready');
  await expect(newestIn(page).getByRole('button', { name: 'Download People · CSV' })).toBeVisible();
  await expect(cancel).toHaveCount(0);
});

test('[RPT-03] [SHELL-12] a file that is gone meanwhile is not fetched in the other tab, which says so and what became of it', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const client = await world.clientOf(world.manager);
  const cancelled = async (): Promise<number> => {
    const id = await ask(client);
    const { status } = await client.post(`/api/exports/${String(id)}/cancel`);
    // It was quicker than we: another one.
    return status === 200 ? id : cancelled();
  };
  const id = await cancelled();
  const letGo = await holdAt(page, id, { state: 'ready', fileName: 'people.csv', size: 10 });
  await signIn(world.manager, screen);
  guard.allow(404, `/api/exports/${String(id)}/file`);
  const save = newestIn(page).getByRole('button', { name: 'Download People · CSV' });
  await expect(save).toBeVisible();
  await letGo();
  await save.click();
  await expect(page.getByRole('alert', { name: 'The export failed' })).toContainText(
    'This file does not exist or is no longer available.',
  );
  await expect(newestIn(page)).toContainText('Cancelled');
  await expect(save).toHaveCount(0);
});
