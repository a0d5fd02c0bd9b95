import type { APIRequestContext, Page } from '@playwright/test';
import { fiveQuestions } from '#tests/harness/quiz-world.ts';
import { cardOf } from './admin-world.ts';
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

/** Questions whose every text is hostile. */
const hostileQuestions = fiveQuestions.map((question, at) => ({
  ...question,
  text: `Zz Question ${String(at)} ${corpus[at]}`,
  options: question.options.map((option, place) => ({ ...option, text: `${corpus[place]} ${option.id}` })),
  explanation: `Zz Because ${corpus[at]}`,
}));

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
      titlePattern: corpus[at],
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
  const run = String(Date.now());
  const categories = hostile('Cat').map((name) => `${name} ${run}`);
  for (const categoryName of categories) {
    await made(admin, '/api/training-modules/category', { categoryName });
  }
  const modules: number[] = [];
  for (const [at, title] of hostile('Mod').entries()) {
    const { id } = await made<{ id: number }>(admin, '/api/training-modules', {
      title,
      description: corpus[at],
      contentType: 'text',
      content: `${corpus[at]} and a sentence that is long enough to count.`,
      contentCreator: corpus[at],
      reference: `${corpus[at]} ${run}`,
      trainingCategory: categories[at],
    });
    modules.push(id);
  }
  await plantContent(admin, modules[0] ?? 0);
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
  await plantReasons(admin, person.id, modules.at(-1) ?? 0, organizationId);
  return { person, modules, organizationId };
}

/** Reasons are texts too, and so is what a browser says that it is. */
async function plantReasons(
  admin: APIRequestContext,
  userId: string,
  moduleId: number,
  organizationId: number,
): Promise<void> {
  await made(admin, `/api/users/${userId}/grants`, { kind: 'hr', organizationId, reason: corpus[0] });
  const given = await admin.get(`/api/assignments?userId=${userId}&moduleId=${String(moduleId)}`);
  const [assignment] = (await given.json()) as { id: number }[];
  const ended = await admin.delete('/api/training-assignments/bulk', {
    data: { assignmentIds: [assignment?.id], reason: corpus[0] },
  });
  expect(ended.status(), await ended.text()).toBe(200);
  // An address that is a program is no address.
  const refused = await admin.patch(`/api/users/${userId}`, { data: { email: `${corpus[0]}@demo.example` } });
  expect(refused.status()).toBe(422);
}

/** Gives a module files by hostile names, and a quiz whose every text is hostile. */
async function plantContent(admin: APIRequestContext, moduleId: number): Promise<void> {
  const files = corpus.map((name, at) => [
    `file_${String(at)}`,
    // What stands before a slash is taken for a folder.
    {
      name: `${name.replaceAll('/', ' ')}.txt`,
      mimeType: 'text/html',
      buffer: Buffer.from(`Words. ${name}`),
    },
  ]);
  const loaded = await admin.post(`/api/training-modules/${String(moduleId)}/load`, {
    multipart: { changeNote: corpus[0], ...Object.fromEntries(files) },
  });
  expect(loaded.status(), await loaded.text()).toBe(200);
  const quiz = await admin.put(`/api/training-modules/${String(moduleId)}/quiz`, {
    data: { questions: hostileQuestions, feedback: 'full' },
  });
  expect(quiz.status(), await quiz.text()).toBe(200);
}

/** Visits a screen and waits until it has fetched what it shows. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** The details, a preview, the quiz and the bulk upload of the library, with hostile texts in each. */
async function lookAtLibrary(page: Page): Promise<void> {
  const [title = ''] = hostile('Mod');
  await visit(page, '/training-modules?q=Zz%20Mod%200');
  const card = cardOf(page, title);
  await card.getByRole('button', { name: /^View/ }).click();
  const details = page.getByRole('dialog', { name: title });
  const files = details.getByRole('list', { name: 'Files of this version' });
  await expect(files.getByRole('listitem')).toHaveCount(corpus.length);
  await expect(files).toContainText('<img src=x onerror=alert(1)>.txt');
  await details.getByRole('button', { name: 'Preview <img src=x onerror=alert(1)>.txt' }).click();
  await expect(page.getByText('Words. <img src=x onerror=alert(1)>')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Quiz/ }).click();
  const quiz = page.getByRole('dialog', { name: /^Quiz: / });
  await expect(quiz.getByText(`Zz Question 0 ${corpus[0]}`).first()).toBeVisible();
  await quiz.getByRole('tab', { name: 'Preview' }).click();
  await expect(quiz.getByRole('radio', { name: corpus[0] }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await visit(page, '/training-modules?q=Zz');
  await page.getByRole('button', { name: 'Bulk Upload Files' }).click();
  const bulk = page.getByRole('dialog', { name: 'Bulk Upload Files' });
  const hostileFile = { mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') };
  await bulk
    .locator('input[type=file]')
    .setInputFiles(['pdf', 'html'].map((type) => ({ ...hostileFile, name: `${corpus[0]}.${type}` })));
  await bulk.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(bulk.locator('[data-state=refused]')).toContainText(
    `“${corpus[0]}.pdf” is named .pdf, but its content is an HTML page.`,
  );
}

/** What the dialogs of people and organizations say of reasons and patterns. */
async function lookAtDialogs(page: Page, email: string): Promise<void> {
  await visit(page, '/organizations?q=Zz%20Org%200');
  await page
    .getByRole('button', { name: /^Actions for Zz Org 0/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Edit Organization' }).click();
  const edit = page.getByRole('dialog', { name: /Zz Org 0|Edit Organization/ });
  await expect(edit.getByRole('textbox').first()).toHaveValue(/Zz Org 0/);
  await page.keyboard.press('Escape');
  await visit(page, `/users?q=${encodeURIComponent(email)}`);
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Access' }).click();
  const access = page.getByRole('dialog', { name: /^Access of/ });
  await expect(access.getByText('onerror=alert(1)').first()).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Reads the files and goes through the quiz as the learner whom it was given. */
async function takeQuiz(page: Page, moduleId: number): Promise<void> {
  await visit(page, `/training-module/${String(moduleId)}`);
  const parts = page.getByRole('navigation', { name: 'Parts of this module' });
  await parts.getByText(`${corpus[0]}.txt`).click();
  await expect(page.getByText(`Words. ${corpus[0]}`)).toBeVisible();
  await parts.getByText('Quiz', { exact: true }).click();
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  await page
    .getByRole('group', { name: `Zz Question 0 ${corpus[0]}` })
    .getByRole('radio')
    .first()
    .check();
  await page.getByRole('textbox').last().fill(corpus[0]);
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(`Zz Because ${corpus[0]}`)).toBeVisible();
}

test('[SEC-01] [SEC-02] texts that could be programs stay texts on every screen (T8)', async ({
  page,
  api,
  signIn,
  guard,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000);
  guard.allow(422, '/api/training-modules/bulk-upload-simple');
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
    '/training-modules?q=Zz&view=categories',
    '/training-matrix?q=Zz',
    `/reports/completion?organization=${organizationId}`,
    `/employee/${person.id}`,
  ]) {
    await visit(page, path);
    await expect(page.getByText('onerror=alert(1)').first(), path).toBeAttached();
  }
  await lookAtLibrary(page);
  await lookAtDialogs(page, person.email);

  // What was asked for while the session ended.
  guard.allow(401, '/api/notifications');
  await page.context().clearCookies();
  const own = { ...person, password: 'walk-seven-green-lamps' };
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { 'user-agent': corpus[0] },
  });
  const { email, password } = person;
  expect((await elsewhere.post('/api/auth/login', { data: { email, password } })).status()).toBe(200);
  await elsewhere.dispose();
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
  await takeQuiz(page, modules[0] ?? 0);
  expect(dialogs).toEqual([]);
  expect(
    await page
      .locator('img[src="x"], svg[onload], [onerror], a[href^="javascript:"], iframe[srcdoc]')
      .count(),
  ).toBe(0);
});
