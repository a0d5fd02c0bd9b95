import type { APIRequestContext, Page } from '@playwright/test';
import { expect, makePerson, test } from './fixtures.ts';

/**
 * Texts that become programs where something forgets to escape. They begin with letters late in the alphabet, so that they
 * stand at the end of everybody else's lists.
 */
const corpus = [
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</title></textarea></script><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '<a href="javascript:alert(1)">click</a>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  "';alert(1);//",
] as const;
const hostile = (what: string) => corpus.map((text, at) => `Zz ${what} ${String(at)} ${text}`);

async function made<Body>(request: APIRequestContext, path: string, data: unknown): Promise<Body> {
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Puts every text of the corpus into every field that takes one; answers whom and what to look at. */
async function plant(admin: APIRequestContext) {
  const organizations: number[] = [];
  const names = hostile('Org');
  for (const [at, name] of names.entries()) {
    const { id } = await made<{ id: number }>(admin, '/api/organizations', {
      name: `${name} ${Date.now()}`,
      description: corpus[at],
      type: corpus[at],
    });
    organizations.push(id);
  }
  const [organizationId = 0] = organizations;
  const departments: number[] = [];
  for (const name of hostile('Dep')) {
    departments.push((await made<{ id: number }>(admin, '/api/departments', { name, organizationId })).id);
  }
  const people: { id: string; email: string; password: string }[] = [];
  for (const [at, text] of corpus.entries()) {
    people.push(
      await makePerson(admin, {
        firstName: `Zz ${text}`,
        lastName: text,
        jobTitle: text,
        organizationId,
        departmentId: departments[at],
      }),
    );
  }
  const modules: number[] = [];
  for (const [at, title] of hostile('Mod').entries()) {
    const { id } = await made<{ id: number }>(admin, '/api/training-modules', {
      title,
      description: corpus[at],
      contentType: 'text',
      content: `${corpus[at]} and a sentence that is long enough to count.`,
      contentCreator: corpus[at],
      reference: `${corpus[at]} ${Date.now()}`,
    });
    modules.push(id);
  }
  await made(admin, '/api/training-modules/assign-to-matrix', {
    moduleIds: modules,
    matrixName: `Zz Matrix ${corpus[0]}`,
    departmentId: departments[0],
  });
  const [person] = people;
  if (!person) throw new Error('nobody was made');
  for (const moduleId of modules) {
    await made(admin, '/api/training/assign-module', { userId: person.id, moduleId });
  }
  return { person, modules, organizationId };
}

/** Visits a screen and waits until it has fetched what it shows. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test('[SEC-01] [SEC-02] texts that could be programs stay texts on every screen (T8)', async ({
  page,
  api,
  signIn,
}) => {
  test.setTimeout(180_000);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // Violations of the content policy and errors of the console fail the test by its guard.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const admin = await api('admin');
  const { person, modules, organizationId } = await plant(admin);

  await signIn('admin');
  for (const path of [
    '/users?q=Zz',
    '/organizations?q=Zz',
    '/training-modules?q=Zz',
    '/training-matrix',
    `/reports/completion?organization=${organizationId}`,
    `/employee/${person.id}`,
  ]) {
    await visit(page, path);
    await expect(page.getByText('onerror=alert(1)').first(), path).toBeAttached();
  }

  await page.context().clearCookies();
  const own = { ...person, password: 'walk-seven-green-lamps' };
  await signIn(person, '/');
  const changed = await page.request.post('/api/change-password', {
    data: { currentPassword: person.password, newPassword: own.password },
  });
  expect(changed.status()).toBe(200);
  for (const path of ['/employee', '/profile', '/settings']) {
    await visit(page, path);
    await expect(page.getByText('onerror=alert(1)').first(), path).toBeAttached();
  }
  for (const id of modules.slice(0, 2)) {
    await visit(page, `/training-module/${id}`);
    await expect(page.getByText('alert(1)').first()).toBeAttached();
  }
  expect(dialogs).toEqual([]);
  expect(
    await page
      .locator('img[src="x"], svg[onload], [onerror], a[href^="javascript:"], iframe[srcdoc]')
      .count(),
  ).toBe(0);
});
