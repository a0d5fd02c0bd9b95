import type { Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { agreementStates } from '#shared/domain/hr/agreements.ts';
import { cvStates } from '#shared/domain/hr/cvs.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, today, zone, type LearnerWorld, type Person } from './learner-world.ts';

type Client = LearnerWorld['admin'];

/** A call that has to succeed; answers its body. */
async function done<Body = { id: number }>(
  answer: Promise<{ status: number; body: unknown }>,
): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as Body;
}

async function send<Body = { id: number }>(
  client: Client,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(await makePdf(1, { title: path }))]), 'paper.pdf');
  return done<Body>(client.post(path, form));
}

/** A CV that is signed, and another one that waits for its signature. */
async function fillCvs(world: LearnerWorld, signed: Person, waiting: Person): Promise<void> {
  const client = await acceptAgreement(await world.clientOf(signed));
  const cv = await send<{ versions: readonly { id: number }[] }>(client, '/api/hr/own/cv');
  const signature = { password: signed.password, meaning: statementFor('cv_is_mine').text };
  await done(client.post('/api/hr/own/cv/sign', { versionId: cv.versions[0]?.id, signature }));
  await send<unknown>(await world.clientOf(waiting), '/api/hr/own/cv');
}

/** Agreements: two drafts, one that was sent, one that was discarded. */
async function fillAgreements({ admin }: LearnerWorld, organizationId: number, party: Person): Promise<void> {
  for (const title of ['First draft', 'Second draft', 'Sent one', 'Discarded one']) {
    const { id } = await done(
      admin.post('/api/hr/agreements', {
        organizationId,
        title,
        kind: 'consulting',
        partyUserId: party.id,
        partyName: null,
        partyEmail: null,
        startsOn: '2026-01-15',
        endsOn: null,
        noticeDays: 30,
      }),
    );
    const path = `/api/hr/agreements/${String(id)}`;
    if (title === 'Sent one') {
      await send(admin, `${path}/versions`);
      await done(admin.post(`${path}/send`));
    }
    if (title === 'Discarded one') await done(admin.post(`${path}/terminate`, { reason: 'Not needed' }));
  }
}

/** Documents: one to be reviewed that waits for two readers, one that waits for one of them, one that is archived. */
async function fillDocuments(
  { admin }: LearnerWorld,
  organizationId: number,
  readers: readonly Person[],
): Promise<void> {
  const add = (title: string, fields: Readonly<Record<string, string>> = {}) =>
    send(admin, '/api/hr/documents', {
      organizationId: String(organizationId),
      title,
      category: 'policy',
      ...fields,
    });
  const ask = (id: number, people: readonly Person[]) =>
    done(admin.post(`/api/hr/documents/${String(id)}/ask`, { userIds: people.map((one) => one.id) }));
  await ask((await add('To review and to read', { reviewOn: addDays(today(), 20) })).id, readers);
  await ask((await add('To read')).id, readers.slice(0, 1));
  const { id } = await add('Archived one');
  await done(admin.patch(`/api/hr/documents/${String(id)}`, { isArchived: true }));
}

/** Registrations: two expired, one that expires soon, one without end, one retired. */
async function fillRegistrations({ admin }: LearnerWorld, organizationId: number): Promise<void> {
  for (const [name, days] of [
    ['Expired one', -3],
    ['Expired two', -30],
    ['Soon over', 20],
    ['Endless', null],
    ['Retired one', null],
  ] as const) {
    const { id } = await done(
      admin.post('/api/hr/registrations', {
        organizationId,
        name,
        number: name,
        authority: 'Agency',
        country: 'Norway',
        ...(days === null ? {} : { validUntil: addDays(today(), days) }),
      }),
    );
    if (name === 'Retired one')
      await done(admin.post(`/api/hr/registrations/${String(id)}/retire`, { reason: 'Replaced' }));
  }
}

/** An organization of its own in which every kind of the HR area has something in several states; nobody else changes it. */
async function fill(world: LearnerWorld): Promise<{ readonly id: number; readonly name: string }> {
  const name = unique('Figures');
  const { id } = await done(
    world.admin.post('/api/organizations', { name, type: 'Medical Training', timeZone: zone }),
  );
  const member = (firstName: string, lastName: string) =>
    world.learner({ firstName, lastName, organizationId: id, departmentId: null, managerId: null });
  const first = await member('Sina', 'Signed');
  const second = await member('Wanda', 'Waiting');
  await member('Mina', 'Missing');
  await fillCvs(world, first, second);
  await fillAgreements(world, id, second);
  await fillDocuments(world, id, [first, second]);
  await fillRegistrations(world, id);
  return { id, name };
}

/** The rows of a table; the heading of a group has no cells of its own. */
const rows = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .filter({ has: page.getByRole('cell') });
const registrations = (page: Page) => page.locator('#registrations').locator('button[aria-expanded]');

type Shows = (page: Page, count: number) => Promise<void>;

/** The list has as many rows as the figure said, and the chosen filter says the same. */
const lists =
  (items: typeof rows): Shows =>
  async (page, count) => {
    const pressed = page.locator('main').locator('button[aria-pressed="true"]');
    await expect(pressed).toHaveText(new RegExp(`${String(count)}$`));
    await expect(items(page)).toHaveCount(count);
  };
/** The list of documents says how much of them is left to read. */
const says =
  (text: (count: number) => string): Shows =>
  async (page, count) =>
    expect(page.getByText(text(count))).toBeVisible();
const open = says((count) => `${String(count)} acknowledgements are open.`);
const readers = says((count) => `${String(count)} people still have to read.`);

/** Clicks each figure of a part of the dashboard and looks at what is listed; answers the figures. */
async function follow(
  page: Page,
  part: string,
  address: string,
  shows: readonly Shows[],
): Promise<readonly number[]> {
  const seen: number[] = [];
  for (const [index, show] of shows.entries()) {
    await page.goto(address);
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: part, exact: true }) });
    const more = page.getByRole('button', { name: /^Show \d+ more$/ });
    await expect(card.or(more).first()).toBeVisible();
    if ((await card.count()) === 0) await more.click();
    const links = card.getByRole('link');
    await expect(links).toHaveCount(shows.length);
    const link = links.nth(index);
    const count = Number(/(\d+) ?,/.exec((await link.textContent()) ?? '')?.[1]);
    await link.click();
    await show(page, count);
    seen.push(count);
  }
  return seen;
}

test('[HR-01] each figure of an organization leads to its list, which shows as many', async ({
  page,
  signIn,
  world,
}) => {
  test.slow();
  const { id } = await fill(world);
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = `/hr-dashboard?organization=${String(id)}`;
  await signIn('admin', address);
  const cvs = cvStates.map(() => lists(rows));
  expect(await follow(page, 'CVs', address, cvs)).toEqual([1, 0, 1, 0, 1]);
  const agreements = agreementStates.map(() => lists(rows));
  expect(await follow(page, 'Consulting Agreements', address, agreements)).toEqual([
    2, 1, 0, 0, 0, 0, 0, 0, 1,
  ]);
  const documents = [lists(rows), open, readers, lists(rows)];
  expect(await follow(page, 'Organization Documents', address, documents)).toEqual([1, 3, 2, 1]);
  const states = registrationStates.map(() => lists(registrations));
  expect(await follow(page, 'Registrations', address, states)).toEqual([2, 1, 1, 1]);
});

test('[HR-01] each figure on the card of an organization leads to its list, which shows as many', async ({
  page,
  signIn,
  world,
}) => {
  test.slow();
  const { name } = await fill(world);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('admin', '/hr-dashboard');
  const list = lists(rows);
  const figures = [list, list, list, list, open, readers, list, lists(registrations)];
  expect(await follow(page, name, '/hr-dashboard', figures)).toEqual([3, 2, 2, 1, 3, 2, 1, 3]);
});
