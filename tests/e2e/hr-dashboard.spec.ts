import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { unique } from './admin-world.ts';
import { failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { today, type LearnerWorld } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const desk = { width: 1440, height: 900 };

/** An organization of its own, so that nobody else changes what is counted. */
async function makeOrganization({ admin }: LearnerWorld, name: string): Promise<number> {
  const { body } = await admin.post<{ id: number }>('/api/organizations', { name, type: 'Medical Training' });
  return body.id;
}

async function addRegistration(
  { admin }: LearnerWorld,
  organizationId: number,
  fields: Record<string, unknown>,
): Promise<number> {
  const { body } = await admin.post<{ id: number }>('/api/hr/registrations', {
    organizationId,
    name: 'License',
    number: 'L-1',
    authority: 'Agency',
    country: 'Norway',
    ...fields,
  });
  return body.id;
}

const pdf = async (title: string) => ({
  name: `${title}.pdf`,
  mimeType: 'application/pdf',
  buffer: await makePdf(1, { title }),
});

test('[HR-01] [SHELL-05] hr of one organization sees its figures and activity; each leads to its list', async ({
  page,
  signIn,
}) => {
  await signIn('hr', '/hr-dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'HR Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Switch to Training-Admin' })).toBeHidden();
  const cvs = page.getByRole('article').filter({ hasText: 'CVs' }).first();
  await expect(cvs).toContainText(/\d+ active people/);
  await page.getByRole('button', { name: /License to conduct clinical trials/ }).click();
  await expect(page.getByText('Office for Clinical Research')).toBeVisible();
  await expect(page.getByText('Certificate of registration')).toBeVisible();
  await checkLooks(page, 'hr-dashboard');
  await page.setViewportSize(desk);
  await cvs.getByRole('link', { name: /^Missing \d+ ?, CVs$/ }).click();
  await expect(page).toHaveURL('/hr-cv-repository?state=missing');
  await page.goBack();
  await page.getByRole('link', { name: /^Review due in 60 days \d+ ?, Organization Documents$/ }).click();
  await expect(page).toHaveURL(/\/hr-org\/[^?]+\?show=due&sort=reviewOn$/);
  await expect(page.getByRole('button', { name: /^Review due \d+$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goBack();
  await page.getByRole('link', { name: /^Retired 1 ?, Registrations$/ }).click();
  await expect(page).toHaveURL(/\/hr-dashboard\?state=retired#registrations/);
  await expect(page.getByRole('button', { name: /Permit for the former laboratory/ })).toBeVisible();
  await page
    .getByRole('link', { name: /retired the registration Permit for the former laboratory/ })
    .or(page.getByRole('link', { name: / uploaded version /u }))
    .first()
    .waitFor();
});

test('[HR-01] an administrator adds, reads, changes, retires and restores a registration with its documents', async ({
  page,
  signIn,
  world,
}) => {
  const name = unique('Registered');
  const organizationId = await makeOrganization(world, name);
  await signIn('admin', `/hr-dashboard?organization=${String(organizationId)}`);
  await expect(page.getByText('No registrations yet')).toBeVisible();
  await expect(page.getByText('No recent activity')).toBeVisible();
  await checkLooks(page, 'hr-dashboard-empty');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Add Registration' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Registration' });
  await form.getByLabel('Contact email').fill('nobody');
  await form.getByRole('button', { name: 'Add Registration' }).click();
  for (const refusal of [
    'Registration is required',
    'Number is required',
    'Authority is required',
    'Valid email required',
  ])
    await expect(form.getByText(refusal)).toBeVisible();
  await checkLooks(page, 'hr-registration-form');
  await page.setViewportSize(desk);
  for (const [label, value] of [
    ['Registration', 'Import permit'],
    ['Number', 'IMP-77'],
    ['Authority', 'Customs Office'],
    ['Country', 'Norway'],
    ['Valid until', addDays(today(), 20)],
    ['Address', 'Storgata 1\n0155 Oslo'],
    ['Contact person', 'Kari Nordmann'],
    ['Contact email', 'kari@agency.example'],
  ] as const)
    await form
      .getByLabel(label, { exact: true })
      .or(form.getByLabel(new RegExp(`^${label}( \\*)?$`)))
      .first()
      .fill(value);
  await form.getByRole('button', { name: 'Add Registration' }).click();
  await expect(page.getByText('Registration added', { exact: true })).toBeVisible();
  await expect(form).toBeHidden();

  const line = page.getByRole('button', { name: /Import permit/ });
  await expect(line).toContainText('Expiring in 60 days');
  await expect(page.getByRole('link', { name: /added the registration Import permit/ })).toBeVisible();
  await line.click();
  for (const fact of ['IMP-77', 'Customs Office', '0155 Oslo', 'Kari Nordmann', 'kari@agency.example'])
    await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible();
  await expect(page.getByText('No documents for this registration yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Upload Document' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Document' });
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(upload.getByText('Choose a registration')).toBeVisible();
  await expect(upload.getByText('Choose a file')).toBeVisible();
  await checkLooks(page, 'hr-registration-upload');
  await page.setViewportSize(desk);
  await upload.getByLabel('Registration').first().click();
  await page.getByRole('option', { name: /Import permit/ }).click();
  await upload.getByLabel('Title').fill('Permit with annex');
  await upload.locator('input[type=file]').setInputFiles(await pdf('Permit of the office'));
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Document uploaded', { exact: true })).toBeVisible();
  await expect(page.getByText('Version 1: Permit of the office.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Show Permit with annex, version 1', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Permit of the office: page 1')).toBeVisible();
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Permit with annex, version 1' }).click();
  expect((await downloading).suggestedFilename()).toBe('Permit of the office.pdf');

  await page.getByRole('button', { name: 'Upload new version of Permit with annex' }).click();
  const newer = page.getByRole('dialog', { name: 'Upload new version' });
  await newer.getByLabel('Note (optional)').fill('Annex renewed');
  await newer.locator('input[type=file]').setInputFiles(await pdf('Permit renewed'));
  await newer.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Version 2: Permit renewed.pdf')).toBeVisible();
  await expect(page.getByText('Annex renewed')).toBeVisible();
  await page.getByRole('button', { name: 'Archive Permit with annex', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Restore Permit with annex' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Edit Import permit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Registration' });
  await edit.getByLabel('Number').fill('IMP-78');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Registration saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'IMP-78' })).toBeVisible();
  // The head of the page stands over what is scrolled below it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await checkLooks(page, 'hr-registration-details');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Retire Import permit', exact: true }).click();
  const retire = page.getByRole('dialog', { name: 'Retire this registration?' });
  await retire.getByRole('button', { name: 'Retire' }).click();
  await expect(retire.getByText('Enter a reason.')).toBeVisible();
  await retire.getByLabel('Reason').fill('Replaced by IMP-79');
  await checkLooks(page, 'hr-registration-retire');
  await page.setViewportSize(desk);
  await retire.getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('Registration retired', { exact: true })).toBeVisible();
  await expect(page.getByText(/by Alexandra Reyes: Replaced by IMP-79/)).toBeVisible();
  await page
    .getByRole('group', { name: 'State of the registration' })
    .getByRole('button', { name: /Retired/ })
    .click();
  await page.getByRole('button', { name: /Import permit/ }).click();
  await page.getByRole('button', { name: 'Restore Import permit' }).click();
  await expect(page.getByText('Registration restored', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Switch to Training-Admin' }).click();
  await expect(page).toHaveURL('/Admin-Landing');
});

test('[HR-01] [SHELL-11] far too long names and numbers fit, and lists are filtered in the address', async ({
  page,
  signIn,
  world,
}) => {
  const long = 'Arzneimittelzulassungsbehördenangelegenheiten'.repeat(3);
  const name = `${unique('Long')} ${'International Consortium for Rehabilitation '.repeat(3)}`
    .slice(0, 150)
    .trim();
  const organizationId = await makeOrganization(world, name);
  const id = await addRegistration(world, organizationId, {
    name: long,
    number: 'N'.repeat(100),
    authority: long,
    country: 'United Kingdom of Great Britain and Northern Ireland',
    address: `${long}\n${long}`,
    contactName: long,
    contactEmail: `${'contact'.repeat(8)}@${'agency'.repeat(8)}.example`,
    validUntil: addDays(today(), -3),
  });
  await addRegistration(world, organizationId, { name: 'Short one', number: 'S-2' });
  await signIn('admin', `/hr-dashboard?organization=${String(organizationId)}&open=${String(id)}`);
  await expect(page.getByRole('definition').filter({ hasText: 'agencyagency' })).toBeVisible();
  await checkLooks(page, 'hr-dashboard-long');
  await page.setViewportSize(desk);
  await page.getByLabel('Search').fill('S-2');
  await expect(page).toHaveURL(/q=S-2/);
  await expect(page.getByRole('button', { name: /Short one/ })).toBeVisible();
  await page.getByLabel('Search').fill('nothing of this name');
  await expect(page.getByText('No registration matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByRole('button', { name: /Short one/ })).toBeVisible();
  await page.getByRole('link', { name: /^Expired 1 ?, Registrations$/ }).click();
  await expect(page).toHaveURL(/state=expired/);
  await expect(page.getByRole('button', { name: /Short one/ })).toBeHidden();
});

test('[HR-01] an administrator sees every organization, and what each has to do', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/hr-dashboard');
  const card = page.getByRole('article', { name: 'Summit Medical Advisors' });
  const more = page.getByRole('button', { name: /^Show \d+ more$/ });
  await page.getByRole('heading', { level: 2, name: 'Organizations', exact: true }).waitFor();
  if (!(await card.isVisible())) await more.click();
  await checkLooks(page, 'hr-dashboard-admin');
  await page.setViewportSize(desk);
  await card.getByRole('link', { name: /^CVs that need attention/ }).click();
  await expect(page).toHaveURL(/\/hr-cv-repository\?organization=\d+&state=due&sort=state/);
});

test('[HR-01] [SHELL-07] what cannot be loaded says so in its place and is tried again', async ({
  page,
  guard,
  signIn,
}) => {
  const paths = ['/api/hr/dashboard', '/api/hr/activity', '/api/hr/registrations'];
  const mend: (() => Promise<void>)[] = [];
  for (const path of paths) mend.push(await failCall(page, guard, 'GET', path));
  await signIn('hr', '/hr-dashboard');
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(4);
  for (const back of mend) await back();
  // One call serves two places: what it brings takes both of their buttons away.
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 1000 });
    await expect(retry).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('button', { name: /License to conduct clinical trials/ })).toBeVisible();
});

test('[HR-05] [SHELL-05] a learner without the grant is told that the area is closed', async ({
  page,
  signIn,
  world,
}) => {
  await signIn(await world.learner(), '/hr-dashboard');
  await expect(page.getByText('Access Denied - HR access required for this page.')).toBeVisible();
});
