import { type Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { addDocument } from './add-document.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { acceptAgreement, today, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { readFirst } from './read-document.ts';
import { collectData, expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';
import { speak } from './speak.ts';

const desk = { width: 1440, height: 900 };

/** The organization of the world, and a person of it who holds the grant `hr`. */
async function hrOf(world: LearnerWorld) {
  const { body } = await world.admin.get<readonly { id: number; slug: string }[]>(
    `/api/organizations?q=${encodeURIComponent(world.organizationName)}`,
  );
  const [organization] = body;
  if (!organization) throw new Error('the world has no organization');
  const person = await world.learner({ firstName: 'Heike', lastName: 'Akten' });
  const grant = { kind: 'hr', organizationId: organization.id, reason: 'Keeps the documents' };
  expect((await world.admin.post(`/api/users/${person.id}/grants`, grant)).status).toBe(201);
  return { ...organization, person, client: await world.clientOf(person) };
}

const chooseFile = async (page: Page, name: string, title: string) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: await makePdf(2, { title }) });

/** SIG-04: the acknowledgement can be checked offline. */
async function saveProof(page: Page, name: string | RegExp): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  expect((await download).suggestedFilename()).toMatch(/^proof-acknowledgement-\d+\.json$/);
}

async function acknowledge(page: Page, person: Person, what: string): Promise<void> {
  await page.getByRole('button', { name: `Acknowledge ${what}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge the document' });
  await expect(
    dialog.getByLabel('Password', { exact: true }).or(dialog.getByText(/not read yet/)),
  ).toBeVisible();
  if (await dialog.getByText(/not read yet/).isVisible())
    await readFirst(page, 'Acknowledge the document', what.replace(/, version \d+$/, ''));
  await expect(dialog).toContainText('I have read and understood this document');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await expect(dialog).toContainText('Your signature is recorded.');
  await page.keyboard.press('Escape');
}

test('[HR-04] a document is added with its file, dates and note, and opens with its first version', async ({
  page,
  signIn,
  world,
}) => {
  const { slug, person: hr } = await hrOf(world);
  await signIn(hr, `/hr-org/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: world.organizationName })).toBeVisible();
  await expect(page.getByText('No documents yet')).toBeVisible();
  await checkLooks(page, 'hr-organization-empty');
  await page.setViewportSize(desk);
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', {
    name: world.organizationName,
  });
  await expect(link).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Add document' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add document' });
  await add.getByRole('button', { name: 'Add document' }).click();
  await expect(add.getByText('Title is required')).toBeVisible();
  await expect(add.getByText('Choose a file')).toBeVisible();
  await add.getByLabel('Title').fill('Data protection policy');
  await chooseFile(page, 'policy.exe', 'no');
  await expect(add.getByText('“policy.exe” is not a PDF, DOCX, DOC, JPG or PNG file.')).toBeVisible();
  await chooseFile(page, 'policy-1.pdf', 'The policy, first edition');
  await add.getByLabel('Effective from (optional)').fill(today());
  await add.getByLabel('Review by (optional)').fill(addDays(today(), 20));
  await add.getByLabel('Note (optional)').fill('First edition');
  await checkLooks(page, 'hr-organization-add');
  await page.setViewportSize(desk);
  await add.getByRole('button', { name: 'Add document' }).click();
  await expect(toastOf(page)).toContainText('Document added');

  const drawer = page.getByRole('dialog', { name: 'Data protection policy' });
  await expect(drawer.getByText('Version 1: policy-1.pdf')).toBeVisible();
  await expect(drawer.getByText('Review due in 20 days')).toBeVisible();
  await expect(drawer.getByText('Heike Akten').first()).toBeVisible();
  await expect(page).toHaveURL(/document=\d+/);
  await drawer.getByRole('button', { name: 'Show Data protection policy, version 1' }).click();
  await expect(page.getByText('The policy, first edition: page 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('[HR-04] [HR-02] a document is asked for, read, acknowledged by signature, reported, and asked for again in a new version', async ({
  page,
  signIn,
  world,
}) => {
  const { slug, id, person: hr, client } = await hrOf(world);
  const reader = await world.learner({ firstName: 'Rita', lastName: 'Leser' });
  await acceptAgreement(await world.clientOf(reader));
  const title = 'Rules for samples';
  const made = await addDocument(client, { organizationId: String(id), title, category: 'policy' });
  await signIn(hr, `/hr-org/${slug}?document=${String(made.id)}&part=readers`);
  const drawer = page.getByRole('dialog', { name: title });
  await expect(drawer.getByText('No one has been asked to read this version')).toBeVisible();

  await drawer.getByRole('button', { name: 'Request acknowledgement' }).first().click();
  const ask = page.getByRole('dialog', { name: 'Request acknowledgement' });
  await ask.getByLabel('Selected people').check();
  await expect(ask.getByRole('button', { name: 'Request', exact: true })).toBeDisabled();
  await ask
    .getByRole('combobox', { name: 'People' })
    .or(ask.getByLabel('People', { exact: true }))
    .first()
    .fill('Leser');
  await page.getByRole('option', { name: /Rita Leser/ }).click();
  // The list of people closes when the field is left.
  await page.keyboard.press('Tab');
  await expect(ask.getByText('One person is asked.')).toBeVisible();
  await expect(ask.getByLabel('Due date')).toHaveValue(addDays(today(), 14));
  await checkLooks(page, 'hr-organization-ask');
  await page.setViewportSize(desk);
  await ask.getByRole('button', { name: 'Request from one person' }).click();
  await expect(toastOf(page)).toContainText('One person is asked to read the document.');
  await expect(drawer.getByText('0 of 1 have acknowledged this version')).toBeVisible();
  await expect(drawer.getByRole('row').filter({ hasText: 'Rita Leser' })).toContainText('Not yet');

  const readers = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!readers) throw new Error('there is no browser');
  const own = await readers.newPage();
  await own.request.post('/api/auth/login', { data: { email: reader.email, password: reader.password } });
  await own.goto('/employee');
  const waiting = own.getByRole('link', { name: /1 document needs your attention/ });
  await expect(waiting).toContainText('1 document to read');
  await checkLooks(own, 'my-training-with-documents');
  await own.setViewportSize(desk);
  await waiting.click();
  await expect(own).toHaveURL('/profile/documents');
  await own.getByRole('button', { name: `Read ${title}, version 1`, exact: true }).click();
  await expect(own.getByRole('dialog').getByText('Rules for samples: page 1')).toBeVisible();
  await own.keyboard.press('Escape');
  await acknowledge(own, reader, `${title}, version 1`);
  await expect(own.getByText(/^Acknowledged/)).toBeVisible();
  await saveProof(own, `Proof file of ${title}, version 1`);
  await own.goto('/employee');
  await expect(own.getByRole('region', { name: 'Overall progress' })).toBeVisible();
  await expect(own.getByText('needs your attention')).toHaveCount(0);

  await page.reload();
  const row = drawer.getByRole('row').filter({ hasText: 'Rita Leser' });
  await expect(drawer.getByText('1 of 1 have acknowledged this version')).toBeVisible();
  await saveProof(page, new RegExp(`^Proof file of ${title}, acknowledged by `));
  await expect(row).toContainText(/Rita Leser, .*I have read and understood this document/);
  await checkLooks(page, 'hr-organization-readers');
  await page.setViewportSize(desk);
  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Export CSV' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^readers-\d+-\d{4}-\d\d-\d\d\.csv$/);
  await drawer.getByRole('button', { name: /Not yet/ }).click();
  await expect(page).toHaveURL(/readers=open/);
  await expect(drawer.getByText('No one matches these filters')).toBeVisible();
  await drawer.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(row).toBeVisible();

  await drawer.getByRole('button', { name: 'Upload a version' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload version 2' });
  await chooseFile(page, 'rules-2.pdf', 'The second edition');
  await upload.getByLabel('Note (optional)').fill('New address of the officer');
  await expect(upload.getByLabel(/Ask the one person again/)).toBeChecked();
  await checkLooks(page, 'hr-organization-upload');
  await page.setViewportSize(desk);
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(toastOf(page)).toContainText('Version uploaded');
  await expect(drawer.getByText('0 of 1 have acknowledged this version')).toBeVisible();
  await drawer.getByRole('tab', { name: 'Versions' }).click();
  await expect(drawer.getByText('Version 2: rules-2.pdf')).toBeVisible();
  await expect(drawer.getByText('Version 1: policy.pdf')).toBeVisible();

  await own.goto('/profile/documents');
  await acknowledge(own, reader, `${title}, version 2`);
  await readers.close();
  await page.reload();
  await drawer.getByRole('tab', { name: 'Acknowledgements' }).click();
  await expect(drawer.getByText('1 of 1 have acknowledged this version')).toBeVisible();
});

test('[HR-04] documents stand by category, are searched and filtered in the address, and a review that is over says so', async ({
  page,
  signIn,
  world,
}) => {
  const { slug, id, person, client } = await hrOf(world);
  const organizationId = String(id);
  const long =
    'Verfahrensanweisung zur Aufbewahrung und Vernichtung prüfungsrelevanter Unterlagen in Donaudampfschifffahrtsgesellschaften-und-Krankenhausverbünden ' +
    'mit_einem_einzigen_Wort_ohne_Ende_und_ohne_Pause_und_ohne_jedes_Leerzeichen';
  await addDocument(
    client,
    {
      organizationId,
      title: long.slice(0, 200),
      category: 'procedure',
      reviewOn: addDays(today(), -3),
      note: 'n'.repeat(200),
    },
    `${'long-file-name-without-end-'.repeat(6)}.pdf`,
  );
  await addDocument(client, { organizationId, title: 'Liability cover', category: 'insurance' });
  await addDocument(client, {
    organizationId,
    title: 'Whistleblowing',
    category: 'policy',
    reviewOn: today(),
  });
  await signIn(person, `/hr-org/${slug}`);
  const table = page.getByRole('table', { name: 'Documents of the organization' });
  await expect(table.getByRole('rowheader').first()).toBeVisible();
  await checkLooks(page, 'hr-organization');
  await page.setViewportSize(desk);
  const row = (text: string) => table.getByRole('row').filter({ hasText: text });
  await expect(row('Verfahrensanweisung')).toContainText('Review 3 days overdue');
  await expect(row('Whistleblowing')).toContainText('Review due today');
  await expect(
    table.getByRole('rowheader', { name: 'Insurance' }).or(table.getByText('Insurance')),
  ).toBeVisible();

  await page.getByRole('button', { name: /^Review overdue/ }).click();
  await expect(page).toHaveURL(/show=past/);
  await expect(row('Liability cover')).toHaveCount(0);
  await page.getByRole('button', { name: /^Effective/ }).click();
  await page.getByLabel('Search', { exact: true }).fill('liab');
  await expect(page).toHaveURL(/q=liab/);
  await expect(row('Whistleblowing')).toHaveCount(0);
  await page.reload();
  await expect(row('Liability cover')).toBeVisible();
  await page.getByLabel('Search', { exact: true }).fill('nobody wrote this');
  await expect(page.getByText('No document matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();

  await row('Verfahrensanweisung').getByText('Verfahrensanweisung').click();
  await expect(page.getByRole('dialog')).toContainText('Version 1');
  await checkLooks(page, 'hr-organization-long');
  await page.setViewportSize(desk);
  await expectNothingCut(page, 'a document with far too long names');
});

test('[HR-04] what another tab changed meanwhile is told, and a document is archived and restored', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { slug, id, person, client } = await hrOf(world);
  const document = await addDocument(client, {
    organizationId: String(id),
    title: 'Travel rules',
    category: 'handbook',
  });
  guard.allow(409, `/api/hr/documents/${String(document.id)}`);
  const address = `/hr-org/${slug}?document=${String(document.id)}`;
  await signIn(person, address);
  const drawer = page.getByRole('dialog', { name: 'Travel rules' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit document' });
  await edit.getByLabel('Title').fill('Rules for travel');

  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Edit' }).click();
  const elsewhere = other.getByRole('dialog', { name: 'Edit document' });
  await elsewhere.getByLabel('Title').fill('Travel handbook');
  await elsewhere.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('dialog', { name: 'Travel handbook' })).toBeVisible();
  await other.close();

  await edit.getByRole('button', { name: 'Save' }).click();
  const notice = edit.getByRole('alert');
  await expect(notice).toContainText('Someone changed this in the meantime.');
  await expect(notice).toContainText('Travel handbook');
  await expect(notice).toContainText('You entered: Rules for travel');
  await checkLooks(page, 'hr-organization-stale');
  await page.setViewportSize(desk);
  await edit.getByRole('button', { name: 'Keep my changes' }).click();
  await edit
    .getByRole('combobox', { name: 'Owner' })
    .or(edit.getByLabel('Owner', { exact: true }))
    .first()
    .fill('Berger');
  await page.getByRole('option', { name: /Maria Berger/ }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Document saved');
  const saved = page.getByRole('dialog', { name: 'Rules for travel' });
  await expect(saved).toContainText('Maria Berger');

  await saved.getByRole('button', { name: 'Request acknowledgement' }).click();
  const ask = page.getByRole('dialog', { name: 'Request acknowledgement' });
  await ask.getByLabel('Departments').check();
  await ask.getByPlaceholder('Choose departments').click();
  await page.getByRole('option', { name: 'Clinical Research' }).click();
  // The list of departments stays open for a further one, over the button.
  await page.keyboard.press('Tab');
  await ask.getByRole('button', { name: /^Request from \d+ people$/ }).click();
  await expect(toastOf(page)).toContainText('people are asked to read the document.');

  await saved.getByRole('button', { name: 'Archive' }).click();
  const archive = page.getByRole('dialog', { name: 'Archive this document?' });
  await expect(archive).toContainText(/\d+ people who have not acknowledged it are not asked any more/);
  await checkLooks(page, 'hr-organization-archive');
  await page.setViewportSize(desk);
  await archive.getByRole('button', { name: 'Archive' }).click();
  await expect(toastOf(page)).toContainText('Document archived');
  await expect(saved.getByRole('button', { name: 'Upload a version' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Archived/ }).click();
  await page.getByRole('rowheader').filter({ hasText: 'Rules for travel' }).click();
  await saved.getByRole('button', { name: 'Restore' }).click();
  await page
    .getByRole('dialog', { name: 'Restore this document?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(toastOf(page)).toContainText('Document restored');
  await expect(saved.getByRole('button', { name: 'Upload a version' })).toBeVisible();
});

test('[HR-05] [HR-04] an unknown organization, one out of reach and a foreign document are not found', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { slug, id, person } = await hrOf(world);
  const elsewhere = await world.admin.post<{ id: number; slug: string }>('/api/organizations', {
    name: `Elsewhere ${String(id)}`,
    type: 'Other',
  });
  const foreign = await addDocument(world.admin, {
    organizationId: String(elsewhere.body.id),
    title: 'Not yours',
    category: 'form',
  });
  for (const gone of ['nobody-has-this', elsewhere.body.slug])
    guard.allow(404, `/api/hr/organizations/${gone}`);
  guard.allow(404, `/api/hr/documents/${String(foreign.id)}`);
  await signIn(person, `/hr-org/${elsewhere.body.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Organization Not Found' })).toBeVisible();
  await page.goto('/hr-org/nobody-has-this');
  await expect(page.getByRole('heading', { level: 1, name: 'Organization Not Found' })).toBeVisible();
  await checkLooks(page, 'hr-organization-not-found');
  await page.goto(`/hr-org/${slug}?document=${String(foreign.id)}`);
  await expect(page.getByRole('dialog')).toContainText('Document Not Found');
  await signIn('admin', `/hr-org/${slug}?document=${String(foreign.id)}`);
  await expect(page.getByRole('dialog')).toContainText('Document Not Found');
});

test('[HR-04] [SHELL-09] the documents and their dialogs speak German at 360 px, and every text comes from the catalogue', async ({
  page,
  signIn,
  world,
}) => {
  const { slug, id, person, client } = await hrOf(world);
  const fields = { organizationId: String(id), title: 'XYZ', category: 'form', reviewOn: today() };
  const { id: documentId } = await addDocument(client, fields, 'xyz.pdf');
  const ask = `/api/hr/documents/${String(documentId)}/ask`;
  expect((await client.post(ask, { userIds: [person.id] })).status).toBe(200);
  const data = collectData(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await speak(page, 'de');
  const address = `/hr-org/${slug}?document=${String(documentId)}&part=readers`;
  await signIn(person, address);
  const drawer = page.getByRole('dialog', { name: 'XYZ' });
  await expect(drawer.getByText('0 von 1 haben diese Version zur Kenntnis genommen')).toBeVisible();
  await expect(drawer.getByText('Noch nicht').first()).toBeVisible();
  await expectNothingCut(page, 'the report in German');
  for (const name of ['Um Lesen bitten', 'Version hochladen', 'Bearbeiten', 'Archivieren']) {
    await drawer.getByRole('button', { name }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await expectNothingCut(page, `${name} in German`);
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  }
  await page.screenshot({ path: 'test-results/pictures/hr-organization-de-360.png' });
  await page.unroute('**/api/auth/user');
  await usePseudoLanguage(page);
  for (const path of [address, `/hr-org/${slug}?q=wxyz`]) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByText(/[åëïøü]/).first()).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectCatalogueOnly(page, [data.pattern]);
  }
});
