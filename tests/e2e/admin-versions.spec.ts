/** New versions of a module that people have: files for a draft, who trains again from a later day, and a module that is retired. */
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { cardOf, guideFile, unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { completeTraining, declare, textModule, today } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const desk = { width: 1440, height: 900 };

test('[MOD-05] [MOD-11] [MOD-13] files for an assigned module wait in a draft; a later day names who trains again; retired, it waits on', async ({
  page,
  signIn,
  world,
}) => {
  const title = unique('Needle Sticks');
  const [done, begun] = [await world.learner(), await world.learner()];
  const module = await textModule(world.admin, title, 'A needle is never put back into its cap by hand.');
  await completeTraining(world, done, (await world.give(done, module, 5)).id);
  await declare(await world.clientOf(begun), (await world.give(begun, module, 5)).id, 40);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: 'Bulk Upload Files' }).click();
  const bulk = page.getByRole('dialog', { name: 'Bulk Upload Files' });
  const annex = await guideFile('annex', 1);
  const torn = { name: 'torn.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
  await bulk.locator('input[type=file]').setInputFiles([annex, torn]);
  await bulk.getByText('All files into one module').click();
  await bulk.getByRole('combobox', { name: 'Module that gets the files' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await bulk.getByRole('button', { name: 'Upload 2 files' }).click();
  // One was refused: that is read first.
  await expect(bulk.getByText(`The files are in a draft of “${title}”`)).toBeVisible({ timeout: 30_000 });
  await checkLooks(page, 'modules-bulk-draft');
  await page.setViewportSize(desk);
  await bulk.getByRole('button', { name: 'Upload more' }).click();
  await bulk.locator('input[type=file]').setInputFiles([await guideFile('second annex', 1)]);
  await bulk.getByText('All files into one module').click();
  await bulk.getByRole('combobox', { name: 'Module that gets the files' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await bulk.getByRole('button', { name: 'Upload 1 file' }).click();
  const publish = page.getByRole('dialog', { name: `Publish a new version of ${title}` });
  await publish.getByLabel('What changed').fill('Two annexes');
  await publish.getByRole('radio', { name: /^From a later date/ }).check();
  await publish.getByLabel('Effective date').fill(addDays(today(), 5));
  await publish.getByRole('radio', { name: /^Everyone who completed/ }).check();
  await publish.getByLabel('Days to due').fill('14');
  await publish.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: `Publish ${title}?` });
  await expect(
    effect.getByText(
      '1 person must retrain. 1 person must retrain if they finish the old version before that date.',
    ),
  ).toBeVisible();
  await expect(effect.getByText('No one must retrain.')).toHaveCount(0);
  const people = effect.getByRole('group', { name: 'People affected by this version' });
  const row = people.getByRole('listitem').filter({ hasText: begun.lastName });
  await expect(row.getByText('Finishes the old version, may retrain')).toBeVisible();
  await expect(row.getByText(/^again, if finished before the day: due /)).toBeVisible();
  await expect(effect.getByText('People who are compliant in this module')).toBeVisible();
  await expect(effect.getByText('50%')).toBeVisible();
  await checkLooks(page, 'version-effect-later');
  await page.setViewportSize(desk);
  await effect.getByRole('button', { name: 'Cancel' }).click();
  await publish.getByRole('radio', { name: /^Everyone, including people/ }).check();
  await publish.getByRole('button', { name: 'Show effect' }).click();
  await expect(effect.getByText('2 people must retrain.')).toBeVisible();
  await expect(row.getByText(/^then due 14 days after finishing, no earlier than /)).toBeVisible();
  await effect.getByRole('button', { name: 'Cancel' }).click();
  await publish.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  const versions = page.getByRole('list', { name: 'Versions of the module' }).getByRole('listitem');
  await expect(versions.first()).toContainText('Draft');
  await expect(versions.first()).toContainText(/Created .+ by \S+/);
  await versions.first().scrollIntoViewIfNeeded();
  await checkLooks(page, 'version-draft');
  await page.setViewportSize(desk);
  await versions.first().getByRole('button', { name: 'Publish...' }).click();
  await publish.getByLabel('What changed').fill('Two annexes');
  await publish.getByRole('radio', { name: /^From a later date/ }).check();
  await publish.getByLabel('Effective date').fill(addDays(today(), 5));
  await publish.getByRole('button', { name: 'Show effect' }).click();
  await expect(effect.getByText('No one must retrain.')).toBeVisible();
  await effect.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page)).toContainText('It takes effect on its date.');
  await cardOf(page, title).hover();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  const retire = page.getByRole('dialog', { name: `Retire ${title}?` });
  await expect(
    retire.getByText('Version 2 is scheduled, but will not take effect while the module is retired.'),
  ).toBeVisible();
  await checkLooks(page, 'module-retire-waiting');
});

test('[MOD-11] while a version waits for its day, the dialog says why no other one is published', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const title = unique('Sharps Bins');
  const learner = await world.learner();
  const module = await textModule(world.admin, title, 'A bin is closed when it is three quarters full.');
  await world.give(learner, module, 5);
  const own = `/api/training-modules/${String(module.id)}`;
  const draft = async (text: string): Promise<number> => {
    const form = new FormData();
    form.set('contentData', text);
    form.set('publish', 'draft');
    const { body } = await world.admin.post<{ versions: { id: number; state: string }[] }>(
      `${own}/load`,
      form,
    );
    return body.versions.find(({ state }) => state === 'draft')?.id ?? 0;
  };
  await world.admin.post(
    `${own}/versions/${String(await draft('Bins are closed at two thirds now.'))}/publish`,
    {
      changeNote: 'Two thirds',
      effectiveFrom: addDays(today(), 5),
    },
  );
  const path = `${own}/versions/${String(await draft('Bins are closed when half full.'))}/publish`;
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('button', { name: 'Publish...' }).click();
  const publish = page.getByRole('dialog', { name: `Publish a new version of ${title}` });
  await publish.getByLabel('What changed').fill('Half full');
  guard.allow(409, path);
  await publish.getByRole('button', { name: 'Show effect' }).click();
  await expect(publish.getByText('Another version is scheduled. Withdraw it first.')).toBeVisible();
});

test('[MOD-11] a draft that another version has overtaken says so where it is edited, in its history, and before it is published', async ({
  page,
  signIn,
  world,
}) => {
  const title = unique('Spill Kits');
  const module = await textModule(world.admin, title, 'A spill kit stands in every treatment room.');
  await world.give(await world.learner(), module, 5);
  const load = (contentData: string, fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ contentData, ...fields })) form.set(name, value);
    return world.admin.post(`/api/training-modules/${String(module.id)}/load`, form);
  };
  await load('A spill kit stands in every room, by the door.', { publish: 'draft' });
  await load('A spill kit stands in every treatment room, sealed.', { publish: 'now' });
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  const says =
    /Started from version 1\. Version 2 has been effective since .+: what it changed may be missing here\./;
  await cardOf(page, title)
    .getByRole('button', { name: /^Content/ })
    .click();
  const content = page.getByRole('dialog', { name: `Edit Content: ${title}` });
  await expect(content.getByText('This is the draft of version 3.')).toBeVisible();
  await expect(content.getByText(says)).toBeVisible();
  await content.getByRole('button', { name: 'Cancel' }).click();
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  const newest = page.getByRole('list', { name: 'Versions of the module' }).getByRole('listitem').first();
  await expect(newest).toContainText('Based on an older version: started from version 1, version 2');
  await newest.getByRole('button', { name: 'Publish...' }).click();
  const publish = page.getByRole('dialog', { name: `Publish a new version of ${title}` });
  await expect(publish.getByText(says)).toBeVisible();
  await publish.getByLabel('What changed').fill('By the door');
  await publish.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: `Publish ${title}?` });
  await expect(effect.getByText(says)).toBeVisible();
  await checkLooks(page, 'version-overtaken');
});
