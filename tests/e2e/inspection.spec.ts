/** The inspection room, for the host and for its inspector (INS-01), on a server of its own: a closed inspection stays for good. */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { accounts, demoPassword, type ServerFacts } from './facts.ts';
import { expect, makePerson, test } from './fixtures.ts';
import { startForked, type Forked } from './forked.ts';
import { reviewAccess, tellVersions } from './inspection-world.ts';
import { createLearnerWorld, today, type Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

let server: Forked;
let facts: ServerFacts;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = startForked('serve.ts');
  facts = (await server.message()) as ServerFacts;
});
test.afterAll(() => server.stop());

test('[INS-01] an administrator opens an inspection, its inspector works and requests, the host sees it, answers and closes', async ({
  page,
  browser,
  playwright,
  guard,
}) => {
  test.setTimeout(180_000);
  guard.allow(403, '/api/');
  const baseURL = facts.url;
  const admin = await playwright.request.newContext({ baseURL });
  const asAdmin = { data: { email: accounts.admin, password: demoPassword } };
  await admin.post('/api/auth/login', asAdmin);
  await page.request.post(`${baseURL}/api/auth/login`, asAdmin);
  const organizations = (await (await admin.get('/api/organizations?limit=1&sort=name')).json()) as {
    id: number;
    name: string;
    timeZone: string;
  }[];
  const [first] = organizations;
  if (!first) throw new Error('the demo has no organization');
  const place = first.name;
  const ines = await makePerson(admin, { firstName: 'Ines', lastName: 'Inspector' });

  await page.setViewportSize(desk);
  await page.goto(`${baseURL}/inspections`);
  // The demo has one that is over, and one that is open.
  await expect(page.getByRole('link', { name: 'Routine GCP inspection' })).toBeVisible();
  await page.getByRole('button', { name: 'Open inspection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open inspection' }).click();
  await expect(dialog.getByText('Choose at least one inspector')).toBeVisible();
  await expect(dialog.getByText('Choose at least one organization')).toBeVisible();
  await dialog.getByLabel('Title').fill('Routine inspection 2031');
  await dialog.getByLabel('Purpose').fill('Training records of the last two years');
  await dialog.getByRole('combobox', { name: 'Organizations' }).fill(place);
  await page.getByRole('option', { name: place, exact: true }).click();
  await page.keyboard.press('Escape');
  // The day of the organization decides: the administrator may live in a zone where it is still yesterday.
  const day = today(first.timeZone);
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Last day').fill(day);
  await dialog.getByRole('combobox', { name: 'Inspectors' }).fill('Ines Inspector');
  await page.getByRole('option', { name: /^Ines Inspector/ }).click();
  await expect(dialog.getByRole('list', { name: 'Chosen inspectors' })).toContainText('Ines Inspector');
  await expect(dialog.getByRole('checkbox', { name: 'CVs' })).not.toBeChecked();
  await checkLooks(page, 'inspection-open');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Open inspection' }).click();
  await expect(page.getByRole('heading', { name: 'Routine inspection 2031', level: 1 })).toBeVisible();
  await expect(page.getByText('Training records and audit trail only')).toBeVisible();

  const context = await browser.newContext({ baseURL, viewport: desk });
  const room = await context.newPage();
  await room.request.post(`${baseURL}/api/auth/login`, {
    data: { email: ines.email, password: ines.password },
  });
  await room.request.post(`${baseURL}/api/change-password`, {
    data: { currentPassword: ines.password, newPassword: 'lantern-Orchard-57-quarry' },
  });
  await room.goto(baseURL);
  // The home of somebody who only inspects.
  await expect(room).toHaveURL(/\/inspection$/);
  await expect(room.getByRole('heading', { name: 'Inspection', level: 1 })).toBeVisible();
  await room.getByRole('combobox', { name: 'Open a person' }).click();
  await room.getByRole('option').first().click();
  await expect(room).toHaveURL(/\/employee\//);
  await expect(room.getByRole('link', { name: 'Qualified on a day', exact: true })).toBeVisible();
  await room.goBack();
  await room.getByRole('combobox', { name: 'Open a module' }).click();
  await room.getByRole('option').first().click();
  await expect(room.getByRole('heading', { name: /^Content of version/ })).toBeVisible();
  await checkLooks(room, 'inspection-module');
  await room.setViewportSize(desk);
  await room.goBack();
  await room.getByRole('button', { name: 'New request' }).click();
  await room.getByRole('dialog').getByLabel('Request').fill('The training plan of 2030');
  await room.getByRole('button', { name: 'Send request' }).click();
  await expect(room.getByRole('list', { name: 'Requests' })).toContainText('The training plan of 2030');
  await expect(room.getByRole('list', { name: 'Opened and downloaded' })).toContainText(
    'Ines Inspector viewed a person',
  );
  await checkLooks(room, 'inspection-room');
  await checkLooks(room, 'inspection-room', [360]);
  await expectNothingCut(room, 'the inspection room on a phone');
  await room.setViewportSize(desk);

  // Without a reload: the page of the host renews itself.
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('The training plan of 2030', {
    timeout: 20_000,
  });
  await expect(page.getByRole('list', { name: 'Opened and downloaded' })).toContainText(
    'Ines Inspector viewed a training module',
    { timeout: 20_000 },
  );
  await checkLooks(page, 'inspection-host');
  await checkLooks(page, 'inspection-host', [360]);
  await expectNothingCut(page, 'the page of an inspection on a phone');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await dialog.getByLabel('Answer').fill('It is in the completion report.');
  await dialog.getByLabel('Page to open').fill('/reports/completion');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('It is in the completion report.');
  await expect(room.getByRole('link', { name: 'Open the linked page' })).toBeVisible({ timeout: 20_000 });

  const second = await context.newPage();
  const [worker] = (await (
    await admin.get(`/api/users?limit=1&organizationId=${String(first.id)}`)
  ).json()) as {
    id: string;
  }[];
  await second.goto(`${baseURL}/employee/${String(worker?.id)}`);
  await expect(second.getByRole('heading', { name: 'Training File' })).toBeVisible();

  await page.getByRole('button', { name: 'Close inspection' }).click();
  await dialog.getByLabel('Reason').fill('The inspector has left');
  await checkLooks(page, 'inspection-close');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Close inspection' }).click();
  await expect(page.getByText('The inspector has left')).toBeVisible();
  // Without a reload: an open page leaves what it showed, by itself or at the next thing that is tried.
  const ended = 'You have no open inspection';
  await expect(room.getByText(ended)).toBeVisible({ timeout: 20_000 });
  await expect(room.getByRole('heading', { name: 'Was this person qualified on that day?' })).toHaveCount(0);
  await second.getByRole('button', { name: 'Download training file' }).click();
  await expect(second.getByText(ended)).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Training File' })).toHaveCount(0);
  await second.goBack();
  await expect(second.getByText(/^Event |@demo\.example/)).toHaveCount(0);
  await second.goto(`${baseURL}/inspection`);
  await expect(second.getByText('Your access starts on the first day of an inspection.')).toBeVisible();
  await checkLooks(second, 'inspection-ended');
  await context.close();
});

/** A training as a person's page lists it. */
interface Training {
  readonly module: { readonly title: string };
  readonly completedAt: string | null;
}

/** Clicks of a person at work; typing is free. */
function counted(page: Page) {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    /** Fills a search field and chooses what is found: one click. */
    choose: async (name: string, text: string) => {
      await page.getByRole('combobox', { name, exact: true }).fill(text);
      clicks += 1;
      await page.getByRole('option', { name: text }).first().click();
    },
    clicks: () => clicks,
  };
}

test('[INS-01] [INS-02] questions of inspectors are answered in three clicks from /inspection', async ({
  page,
  playwright,
  guard,
}) => {
  guard.allow(404, '/api/qualified');
  guard.allow(404, '/api/reports/completion');
  test.setTimeout(300_000);
  const baseURL = facts.url;
  const admin = await playwright.request.newContext({ baseURL });
  await admin.post('/api/auth/login', { data: { email: accounts.admin, password: demoPassword } });
  const get = async <Body>(path: string) => (await (await admin.get(path)).json()) as Body;
  const [someone] = await get<{ id: string; organizationId: number; firstName: string; lastName: string }[]>(
    `/api/users?q=${encodeURIComponent(accounts.learner)}`,
  );
  if (!someone) throw new Error('the demo has no learner');
  const name = `${someone.firstName} ${someone.lastName}`;
  const trainings = await get<Training[]>(`/api/employee/${someone.id}/assignments`);
  const [past] = trainings
    .filter(({ completedAt }) => completedAt !== null)
    .toSorted((one, other) => String(one.completedAt).localeCompare(String(other.completedAt)));
  if (!past) throw new Error('the learner of the demo has completed nothing');
  const { title } = past.module;
  const ivo = await makePerson(admin, { firstName: 'Ivo', lastName: 'Inspector' });
  const places = await get<{ id: number; timeZone: string }[]>('/api/organizations?limit=1000');
  const zone = places.find(({ id }) => id === someone.organizationId)?.timeZone;
  const day = today(zone);
  const completedOn = today(zone, new Date(String(past.completedAt)));
  const administrator = { email: accounts.admin, password: demoPassword };
  const world = await createLearnerWorld(baseURL, administrator, facts);
  const story = await tellVersions(facts, world);
  await reviewAccess(world, administrator);
  const called = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  const opened = await admin.post('/api/inspections', {
    data: {
      title: 'Twelve questions',
      purpose: 'Routine',
      organizationIds: [someone.organizationId, world.organizationId],
      fromDay: day,
      toDay: addDays(day, 3),
      userIds: [ivo.id],
      sees: ['cvs'],
    },
  });
  expect(opened.status()).toBe(201);
  await page.request.post(`${baseURL}/api/auth/login`, {
    data: { email: ivo.email, password: ivo.password },
  });
  await page.request.post(`${baseURL}/api/change-password`, {
    data: { currentPassword: ivo.password, newPassword: 'lantern-Orchard-57-quarry' },
  });
  await page.setViewportSize(desk);
  const ask = async (answer: (hand: ReturnType<typeof counted>) => Promise<void>) => {
    await page.goto(`${baseURL}/inspection`);
    const hand = counted(page);
    await answer(hand);
    expect(hand.clicks()).toBeLessThanOrEqual(3);
  };
  await test.step('was X qualified on Y on a past day, and before?', () =>
    ask(async ({ choose, click }) => {
      await choose('Person', name);
      await choose('Module', title);
      await page.getByLabel('Day', { exact: true }).fill(addDays(completedOn, 1));
      await click(page.getByRole('button', { name: 'Show answer' }));
      await expect(page.getByRole('heading', { name: 'Yes, qualified', level: 2 })).toBeVisible();
      await expect(page.getByText('A completion was valid on that day.')).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`day=${addDays(completedOn, 1)}`));
      await page.getByLabel('Day', { exact: true }).fill(addDays(completedOn, -1));
      await expect(page.getByRole('heading', { name: 'Yes, qualified', level: 2 })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: /qualified|required/i, level: 2 })).toBeVisible();
    }));
  await test.step('who lacks Y today?', () =>
    ask(async ({ choose, click }) => {
      await choose('Module', title);
      await click(page.getByRole('button', { name: 'Show answer' }));
      const badges = page.getByRole('main').getByText(/^(Yes, qualified|No, not qualified|Not required)$/);
      await expect(badges.first()).toBeVisible();
      const answer = page.getByRole('combobox', { name: 'Answer', exact: true });
      await click(answer);
      await answer.press('ArrowDown');
      await answer.press('ArrowDown');
      await answer.press('Enter');
      await expect(page).toHaveURL(/answer=no/);
      await expect(page.getByRole('main').getByText('Yes, qualified', { exact: true })).toHaveCount(0);
    }));
  await test.step('who lacks Y on a past day?', () =>
    ask(async ({ choose, click }) => {
      await choose('Module', title);
      await page.getByLabel('Day', { exact: true }).fill(addDays(completedOn, -1));
      await click(page.getByRole('button', { name: 'Show answer' }));
      const line = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
      await expect(line).not.toContainText('Yes, qualified');
      await page.getByLabel('Day', { exact: true }).fill(addDays(completedOn, 1));
      await expect(line).toContainText('Yes, qualified');
    }));
  await test.step('what did version 1 say?', () =>
    ask(async ({ choose, click }) => {
      await choose('Open a module', title);
      await click(page.getByRole('button', { name: 'Show content of version 1' }));
      await expect(page.getByRole('heading', { name: 'Content of version 1' })).toBeVisible();
    }));
  await test.step('everything that was done to this record', () =>
    ask(async ({ choose, click }) => {
      await choose('Open a person', name);
      await click(page.getByRole('button', { name: 'Show history' }));
      await expect(page.getByRole('list', { name: 'Events' })).toBeVisible();
    }));
  await test.step('the CV of X, which the inspection includes', () =>
    ask(async ({ choose, click }) => {
      await choose('Open a person', name);
      await click(page.getByRole('button', { name: 'Show CV, version 1' }));
      await expect(page.getByRole('dialog').getByText(/\.pdf/).first()).toBeVisible();
    }));
  await test.step('how do I know that this is unaltered?', () =>
    ask(async ({ click }) => {
      await click(page.getByRole('main').getByRole('link', { name: /^How these records are protected/ }));
      await expect(
        page.getByRole('heading', { name: 'How these records are protected', level: 1 }),
      ).toBeVisible();
      const saved = page.waitForEvent('download');
      await click(page.getByRole('button', { name: 'Download verifier' }));
      expect((await saved).suggestedFilename()).toBe('verify.mjs');
    }));
  await test.step('may I take the trail with me, for an offline check?', () =>
    ask(async ({ click }) => {
      await click(page.getByRole('button', { name: 'Request bundle' }));
      const dialog = page.getByRole('dialog', { name: 'New request' });
      await expect(dialog.getByLabel('Request')).toHaveValue(/audit trail bundle/);
      await click(dialog.getByRole('button', { name: 'Send request' }));
      await expect(page.getByRole('list', { name: 'Requests' })).toContainText('audit trail bundle');
    }));
  await test.step('who has which role, and who reviewed that?', () =>
    ask(async ({ click }) => {
      await click(page.getByRole('main').getByRole('link', { name: /^Access Reviews/ }));
      const reviewed = page.getByRole('list', { name: 'Past reviews' }).getByRole('listitem');
      const own = reviewed.filter({ hasText: world.organizationName });
      await expect(own).toContainText('Signed');
      await click(own.getByRole('link'));
      const row = page
        .getByRole('table', { name: 'Accounts' })
        .getByRole('row')
        .filter({ hasText: world.manager.email });
      await expect(row).toContainText(called(world.manager));
      await expect(row).toContainText('Manager');
      await expect(page.getByText('Signature valid')).toBeVisible();
    }));
  await test.step('was X qualified on Y version 2 on this day?', () =>
    ask(async ({ choose, click }) => {
      await choose('Person', called(story.late));
      await choose('Module', story.title);
      await page.getByLabel('Version', { exact: true }).fill('2');
      await page.getByLabel('Day', { exact: true }).fill(today());
      await click(page.getByRole('button', { name: 'Show answer' }));
      const about = page
        .getByRole('main')
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Version 2' }) });
      await expect(about).toContainText('Not completed');
      await expect(about).toContainText('It was the effective version on that day.');
      await expect(page).toHaveURL(/version=2/);
      await checkLooks(page, 'qualified-version');
      await page.setViewportSize(desk);
      await page.getByLabel('Version', { exact: true }).fill('1');
      await expect(page.getByText('A newer version was effective on that day.')).toBeVisible();
      await page.getByLabel('Version', { exact: true }).fill('7');
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Version Not Found');
    }));
  await test.step('who completed version 1 after version 2 took effect?', () =>
    ask(async ({ choose, click }) => {
      await choose('Open a module', story.title);
      await click(page.getByRole('link', { name: 'Who is trained on this' }));
      const late = page.getByRole('list', { name: 'Completed version 1 late' });
      await expect(late.getByRole('listitem')).toHaveCount(1);
      await expect(late).toContainText(called(story.late));
      await checkLooks(page, 'module-late');
      await checkLooks(page, 'module-late', [360]);
      await expectNothingCut(page, 'late completions on a phone');
      await page.setViewportSize(desk);
    }));
  await test.step('who moved this due date, and why?', () =>
    ask(async ({ choose }) => {
      await choose('Open a person', called(story.early));
      const moved = page.getByText('Originally due').first();
      await expect(moved).toContainText(/Moved .+ by .+/);
      await expect(moved).toContainText(story.reason);
    }));
  await test.step('which training did X have on a day?', () =>
    ask(async ({ choose }) => {
      await choose('Open a person', name);
      const dayField = page.getByRole('main').getByLabel('As of', { exact: true });
      // A field for a day is as wide as a day, and what it is about follows it.
      expect((await dayField.boundingBox())?.width).toBeLessThan(300);
      // The demo's past: of this person there is more today than there was.
      await page.getByLabel('As of', { exact: true }).fill(addDays(day, -120));
      await expect(page.getByRole('status').filter({ hasText: 'As the records were on' })).toBeVisible();
      await expect(
        page.getByRole('region', { name: `Assignments of ${name}` }).getByRole('row'),
      ).not.toHaveCount(0);
      await checkLooks(page, 'employee-as-of');
      await checkLooks(page, 'employee-as-of', [360]);
      await expectNothingCut(page, 'the training of a day on a phone');
      await page.setViewportSize(desk);
      await page.getByLabel('As of', { exact: true }).fill('2001-01-01');
      await expect(page.getByText('There are no records of this person on that day.')).toBeVisible();
    }));
  await test.step('a certified copy of one record', () =>
    ask(async ({ choose, click }) => {
      await choose('Open a person', called(story.early));
      const saved = page.waitForEvent('download');
      await click(page.getByRole('button', { name: `Certified copy of ${story.title}` }));
      expect((await saved).suggestedFilename()).toMatch(/^training-record-Erika-Early-.*\.pdf$/);
    }));
  await test.step('the training files of these 20 people', () =>
    ask(async ({ click }) => {
      const found = await get<{ firstName: string; lastName: string }[]>(
        `/api/users?limit=20&sort=name&organizationId=${String(someone.organizationId)}`,
      );
      const people = [...new Set(found.map((one) => `${one.firstName} ${one.lastName}`))];
      const chosen = page.getByRole('group', { name: 'Chosen people' });
      for (const one of people) {
        const field = page.getByRole('combobox', { name: 'People of the binder' });
        // A list is only shown below a field that is in view.
        await field.scrollIntoViewIfNeeded();
        await field.focus();
        await field.fill(one);
        await expect(page.getByRole('option', { name: one }).first()).toBeVisible();
        // By keyboard: typing is free.
        await field.press('ArrowDown');
        await field.press('Enter');
        await expect(chosen).toContainText(one);
      }
      await page.keyboard.press('Escape');
      await checkLooks(page, 'inspection-binder');
      await page.setViewportSize(desk);
      await click(page.getByRole('button', { name: 'Training binder' }));
      const ready = page.getByRole('dialog', { name: 'Training binder' });
      await expect(ready.getByText(/^Ready: /)).toBeVisible({ timeout: 60_000 });
      const saved = page.waitForEvent('download');
      await click(ready.getByRole('button', { name: 'Download' }));
      expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
    }));
  await test.step('the training matrices, each with its grid', () =>
    ask(async ({ click }) => {
      const matrices = page.getByRole('list', { name: 'Training matrices' });
      await click(matrices.getByRole('link', { name: /^Training Grid of / }).first());
      await expect(page).toHaveURL(/\/training-matrix\/grid\?matrix=\d+/);
    }));
});

test('[INS-02] [MTX-09] [SHELL-07] questions without an answer say why, and offer no second try', async ({
  page,
  guard,
}) => {
  for (const path of [
    '/api/qualified',
    '/api/qualified/people',
    '/api/training-modules/99999999/people-figures',
    '/api/employee/u_unknown/details',
  ])
    guard.allow(404, path);
  guard.allow(422, '/api/qualified');
  guard.allow(422, '/api/qualified/people');
  const baseURL = facts.url;
  await page.request.post(`${baseURL}/api/auth/login`, {
    data: { email: accounts.inspector, password: demoPassword },
  });
  const idOf = async (path: string) => {
    const [first] = (await (await page.request.get(`${baseURL}${path}`)).json()) as { id: number | string }[];
    return String(first?.id);
  };
  const module = `module=${await idOf('/api/training-modules?limit=1')}`;
  const person = `person=${await idOf('/api/users?limit=1')}`;
  const day = today('America/New_York');
  const before = 'day=2001-01-01';
  const main = page.getByRole('main');
  for (const [question, said] of [
    ['module=99999999&day=2026-01-01', 'Module Not Found'],
    [`${module}&day=${addDays(day, 9)}`, 'The date must not be in the future.'],
    [`${module}&${before}`, 'There are no records of that day yet.'],
    [`matrix=99999999&day=${day}`, 'There is no such training matrix.'],
    [`${person}&${module}&${before}`, 'There are no records of that day yet.'],
    [`person=u_unknown&${module}&day=${day}`, 'The requested user could not be found.'],
  ] as const) {
    await page.goto(`${baseURL}/qualified?${question}`);
    const alert = main.getByRole('alert');
    await expect(alert).toContainText('No answer');
    await expect(alert).toContainText(said);
    await expect(main.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  }
  for (const path of ['/training-matrix/grid', '/reports/completion', '/compliance']) {
    await page.goto(`${baseURL}${path}?${before.replace('day', 'asOf')}`);
    await expect(main).toContainText('No one was on record on that day');
  }
});
