/** Bundles that people prepare in the inspection room and in the trail, also of one organization, and how that looks (AUD-03, INS-01). */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { addDocument } from './add-document.ts';
import { unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { today, type LearnerWorld } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { obey, takeBundle } from './offline-check.ts';

const desk = { width: 1440, height: 900 };
const looks = async (page: Page, name: string): Promise<void> => {
  await checkLooks(page, name, [1440, 390]);
  await page.setViewportSize(desk);
};

const longTitle =
  'Donaudampfschifffahrtsgesellschaftskapitänsverordnung on the Qualification of Personnel and the Retention of Training Records';

/** A new organization, where no other test has left anything. */
async function newOrganization(world: LearnerWorld, name: string): Promise<{ id: number; name: string }> {
  const made = await world.admin.post<{ id: number; name: string }>('/api/organizations', {
    name: unique(name),
    type: 'Clinical Research Organization',
    timeZone: 'Europe/Berlin',
  });
  expect(made.status).toBe(201);
  return made.body;
}

/** An inspection of an organization, the world's if none is given, and of one with a long name and nothing in it; whoever inspects both. */
async function inspected(world: LearnerWorld, sees: readonly string[], first = world.organizationId) {
  const other = await newOrganization(
    world,
    'International Consortium for Rare Pediatric Cardiomyopathies and Neurodegeneration',
  );
  const inspector = await world.learner({ firstName: 'Ines', lastName: 'Inspector' });
  const opened = await world.admin.post('/api/inspections', {
    title: unique('Inspection of the records of training, their retention and their protection'),
    purpose: 'Routine',
    organizationIds: [first, other.id],
    fromDay: today(),
    toDay: addDays(today(), 3),
    userIds: [inspector.id],
    sees,
  });
  expect(opened.status).toBe(201);
  return { place: other.name, inspector };
}

/** The organizations that a bundle states, and what the verifier prints last for the command of the page. */
async function check(page: Page, folder: string) {
  await page.getByRole('link', { name: 'My exports' }).last().click();
  const unpacked = await takeBundle(page, folder);
  await page.goto('/records-protected');
  const part = page.getByRole('region', { name: 'Check the whole audit trail' });
  const { lines, code } = await obey(await part.getByText(/^node /).innerText(), unpacked);
  const { text } = JSON.parse(await readFile(path.join(unpacked, 'scope.json'), 'utf8')) as { text: string };
  const scope = JSON.parse(text) as { organizations: { name: string }[]; withHr: boolean };
  return { ...scope, names: scope.organizations.map(({ name }) => name), last: lines.at(-1), code };
}

test('[INS-01] [AUD-02] an inspector prepares the bundle of one organization in the room, and the verifier finds it unchanged', async ({
  page,
  signIn,
  world,
}) => {
  test.setTimeout(180_000);
  const folder = test.info().outputPath('bundle');
  await mkdir(folder, { recursive: true });
  const { place, inspector } = await inspected(world, ['bundle']);
  await signIn(inspector, '/inspection');
  const room = page.getByRole('main').locator('section').filter({ hasText: 'Offline check' }).last();
  const choice = room.getByLabel('Events of');
  await expect(choice.getByRole('option')).toHaveText([
    'All inspected organizations',
    world.organizationName,
    place,
  ]);
  await looks(page, 'room-bundle');
  await choice.selectOption(world.organizationName);
  await room.getByRole('button', { name: 'Prepare bundle' }).click();
  await expect(room.getByRole('status')).toContainText('The bundle is being prepared.');
  await room.scrollIntoViewIfNeeded();
  await looks(page, 'room-bundle-prepared');
  const { names, withHr, last, code } = await check(page, folder);
  expect({ names, withHr, code }).toEqual({ names: [world.organizationName], withHr: false, code: 0 });
  expect(last).toMatch(/^VALID/);
  // Nothing is counted that other organizations have added.
  await expect(page.getByText('Newest seal', { exact: true })).toBeVisible();
  await expect(page.getByText('Events not sealed yet')).toHaveCount(0);
  await expect(page.getByLabel('Events of').getByRole('option')).toHaveCount(3);
  await looks(page, 'records-protected-bundle');
});

test('[AUD-03] an administrator prepares the bundle of one organization from the trail, and it has no other', async ({
  page,
  signIn,
  world,
}) => {
  test.setTimeout(180_000);
  const folder = test.info().outputPath('bundle');
  await mkdir(folder, { recursive: true });
  await signIn('admin', '/audit');
  await page.getByRole('button', { name: 'Signed bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signed bundle' });
  await dialog.getByLabel('Events of').selectOption(world.organizationName);
  await dialog.getByRole('button', { name: 'Prepare bundle' }).click();
  await expect(dialog.getByRole('status')).toContainText('The bundle is being prepared.');
  await looks(page, 'audit-bundle');
  const { names, withHr, last, code } = await check(page, folder);
  expect({ names, withHr, code }).toEqual({ names: [world.organizationName], withHr: true, code: 0 });
  expect(last).toMatch(/^VALID/);
});

test('[AUD-03] [INS-01] an inspector whose inspection does not include the bundle requests it from the trail', async ({
  page,
  signIn,
  world,
}) => {
  const { inspector } = await inspected(world, []);
  await signIn(inspector, '/audit');
  await expect(page.getByRole('button', { name: 'Signed bundle' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Request bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'New request' });
  await expect(dialog.getByLabel('Request')).toHaveValue(/audit trail bundle/);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('audit trail bundle');
});

test('[AUD-03] the number that the verifier names leads to one event, and an unknown one to none', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/audit');
  const events = page.getByRole('list', { name: 'Events' }).locator('> li');
  const third = events.nth(2);
  const number = (await third.getByText(/^Event \d+$/).innerText()).replace('Event ', '');
  const sentence = await third.locator('p').first().innerText();
  await looks(page, 'audit-list');
  await page.getByLabel('Event number').fill(number);
  await expect(page).toHaveURL(new RegExp(`event=${number}$`));
  await expect(events).toHaveCount(1);
  await expect(events.getByText(`Event ${number}`, { exact: true })).toBeVisible();
  await expect(events).toContainText(sentence);
  // A file has no such filter.
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.getByLabel('Event number').fill('999999999');
  await expect(page.getByText('No event matches these filters')).toBeVisible();
  await looks(page, 'audit-no-event');
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(events.nth(2)).toBeVisible();
});

test('[INS-01] [HR-04] an inspector reads the documents of one organization after the other in the room', async ({
  page,
  signIn,
  world,
}) => {
  const own = await newOrganization(world, 'Long Records');
  const fields = { organizationId: String(own.id), category: 'policy' };
  await addDocument(world.admin, { ...fields, title: longTitle }, `${'retention-'.repeat(9)}policy.pdf`);
  await addDocument(world.admin, { ...fields, title: 'Code of conduct' });
  const { place, inspector } = await inspected(world, ['documents'], own.id);
  await signIn(inspector, '/inspection');
  const part = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Documents of the organizations' }) });
  const choice = part.getByLabel('Organization', { exact: true });
  await choice.selectOption(place);
  await expect(part.getByText('No documents')).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await looks(page, 'room-documents-empty');
  await choice.selectOption(own.name);
  const documents = part.getByRole('list', { name: 'Documents of the organizations' });
  await expect(documents.getByRole('listitem')).toHaveCount(2);
  await part.scrollIntoViewIfNeeded();
  await looks(page, 'room-documents');
  await documents.getByRole('button', { name: `Show versions of ${longTitle}` }).click();
  const dialog = page.getByRole('dialog', { name: longTitle });
  await expect(dialog.getByText(/^Version 1: /)).toBeVisible();
  await looks(page, 'room-document-versions');
  await dialog.getByRole('button', { name: `Show ${longTitle}, version 1` }).click();
  await expect(
    page
      .getByRole('dialog')
      .last()
      .getByText(/policy\.pdf/),
  ).toBeVisible();
});
