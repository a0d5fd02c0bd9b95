/** The library of an administrator (SPEC §2.7): finding, categories, deleting, uploads in bulk, content and previews. */
import { cardOf, guideFile, makeModule, unique } from './admin-world.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { completeTraining, textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const list = '/api/training-modules';
const desk = { width: 1440, height: 900 };

test('[MOD-01] filters narrow step by step, are told, taken away one by one and stay in the address; both views and the selection follow', async ({
  page,
  signIn,
  world,
}) => {
  const word = unique('Freezers');
  const category = unique('Cold Rooms');
  await world.admin.post(`${list}/category`, { categoryName: category });
  await makeModule(world, `TP-QMS-2 ${word}`, { trainingCategory: category });
  await makeModule(world, `TP-QMS-1 ${word}`, { trainingCategory: category, content: undefined });
  await makeModule(world, `TP-CRO-1 ${word}`);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(word)}`);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText([`TP-QMS-1 ${word}`, `TP-QMS-2 ${word}`, `TP-CRO-1 ${word}`]);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['QMS', 'CRO']);
  const pick = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('Training Category', category);
  await pick('Organization family', 'QMS');
  await pick('Content', 'With uploaded files');
  await pick('Training matrix', 'Not in a matrix');
  const stages = page.getByRole('list', { name: 'Modules left after each filter' });
  await expect(stages).toHaveText(/Search 3Category 2Family 2Content 1Matrix 1Result 1$/);
  await expect(page).toHaveURL(/family=tp-qms&content=files&matrix=none/);
  await checkLooks(page, 'modules-filtered');
  await page.setViewportSize(desk);
  await page.reload();
  await expect(titles).toHaveText([`TP-QMS-2 ${word}`]);
  await page.getByRole('button', { name: 'Remove filter Content: With uploaded files' }).click();
  await expect(titles).toHaveCount(2);
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: `Remove filter Category: ${category}` }).click();
  await page.getByRole('button', { name: 'Remove filter Family: QMS' }).click();
  await expect(titles).toHaveCount(3);
  await expect(page.getByText('3 modules · 2 selected')).toBeVisible();
  // Another filter adds to what is selected already.
  await pick('Organization family', 'CRO');
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByText('1 module · 3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Family: CRO' }).click();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(page.getByText('selected')).toHaveCount(0);
  await page.getByText('Categories', { exact: true }).click();
  await expect(page.getByRole('region', { name: category }).getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Without a category' }).getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/training-modules\?view=categories$/);
});

test('[MOD-01] [SHELL-07] an empty library says how to begin, and loading is told in words', async ({
  page,
  signIn,
}) => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/training-modules\?/, async (route) => {
    await asked;
    await route.fulfill({ json: [], headers: { 'x-total-count': '0' } });
  });
  await signIn('admin', '/training-modules');
  await expect(page.getByText('Loading modules...')).toBeAttached();
  answer();
  await expect(
    page.getByText('No training modules found. Create categories and add modules to get started.'),
  ).toBeVisible();
  await checkLooks(page, 'modules-none');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Create Your First Category' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Category' })).toBeVisible();
});

test('[MOD-02] [SHELL-12] a category is made, filled, and deleted without its modules; what fails is told', async ({
  page,
  signIn,
  guard,
}) => {
  const name = unique('Radiation');
  await signIn('admin', '/training-modules?view=categories');
  const create = page.getByRole('button', { name: 'Create Category' });
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Create Category' });
  const send = dialog.getByRole('button', { name: 'Create Category' });
  await dialog.getByLabel('Category name').fill('  ');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Category name').fill(name);
  await checkLooks(page, 'category-create');
  await page.setViewportSize(desk);
  const mend = await failCall(page, guard, 'POST', `${list}/category`);
  await send.click();
  await expectToast(page, 'destructive', 'Creation Failed', 'Failed to create category');
  await mend();
  await send.click();
  await expect(dialog).toHaveCount(0);
  await create.click();
  guard.allow(409, `${list}/category`);
  await dialog.getByLabel('Category name').fill(name.toUpperCase());
  await send.click();
  await expect(dialog.getByLabel('Category name')).toHaveAccessibleDescription(
    /A category with this name already exists/,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goto(`/training-modules?view=categories&category=${encodeURIComponent(name)}`);
  const section = page.getByRole('region', { name });
  await expect(section.getByText('No modules yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add Module' }).click();
  const add = page.getByRole('dialog', { name: `Add Module to ${name}` });
  await expect(add.getByRole('combobox', { name: 'Training Category' })).toHaveValue(name);
  await add.getByRole('combobox', { name: 'Content type' }).click();
  await expect(page.getByRole('option')).toHaveText(['PDF', 'Video', 'Presentation', 'Quiz', 'Text']);
  await page.getByRole('option', { name: 'Text' }).click();
  const title = unique('Lead Aprons');
  await add.getByLabel('Title').fill(title);
  await add.getByLabel('Description').fill('How aprons are worn.');
  await add.getByRole('textbox', { name: 'Text' }).fill('An apron is checked before it is worn.');
  await checkLooks(page, 'module-add');
  await page.setViewportSize(desk);
  await add.getByRole('button', { name: 'Add Module' }).click();
  await expect(section.getByRole('heading', { name: title })).toBeVisible();
  await expect(section.getByText('1 module', { exact: true })).toBeVisible();
  await checkLooks(page, 'modules-categories');
  await page.setViewportSize(desk);
  await section.getByRole('button', { name: 'Delete Category' }).click();
  const question = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(question.getByText('1 module stays and then has no category.')).toBeVisible();
  const path = `${list}/category/${encodeURIComponent(name)}`;
  const again = await failCall(page, guard, 'DELETE', path);
  await question.getByRole('button', { name: 'Delete Category' }).click();
  await expectToast(page, 'destructive', 'Delete Failed', 'Failed to delete category');
  await again();
  await question.getByRole('button', { name: 'Delete Category' }).click();
  await expect(section).toHaveCount(0);
  await page.goto(`/training-modules?q=${encodeURIComponent(title)}&category=none`);
  await expect(cardOf(page, title)).toBeVisible();
});

test('[MOD-13] a module shows its delete to pointer and keyboard; it is deleted, or retired with what becomes of its assignments', async ({
  page,
  signIn,
  world,
}) => {
  const word = unique('Ladders');
  await makeModule(world, `Never used ${word}`);
  const learner = await world.learner();
  const used = await textModule(
    world.admin,
    `Used ${word}`,
    'A ladder stands on even ground, never on a box.',
  );
  const { id } = await world.give(learner, used, 5);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(word)}`);
  const remove = page.getByRole('button', { name: `Delete Never used ${word}` });
  await expect(remove).toHaveCSS('opacity', '0');
  await remove.focus();
  await expect(remove).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Delete Never used ${word}?` });
  await expect(question.getByText('This module was never assigned')).toBeVisible();
  await question.getByRole('button', { name: 'Delete Module' }).click();
  await expect(toastOf(page)).toContainText('Module Deleted');
  await cardOf(page, `Used ${word}`).hover();
  await page.getByRole('button', { name: `Delete Used ${word}` }).click();
  const retire = page.getByRole('dialog', { name: `Retire Used ${word}?` });
  await expect(retire.getByText('Keep 1 open assignment of 1 person.')).toBeVisible();
  await retire.getByRole('radio', { name: /^Void them/ }).check();
  await expect(retire.getByText('Void 1 open assignment of 1 person.')).toBeVisible();
  await checkLooks(page, 'module-retire');
  await page.setViewportSize(desk);
  await retire.getByRole('button', { name: 'Retire Module' }).click();
  await expect(toastOf(page)).toContainText('Module Retired');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show retired' }).check();
  await expect(cardOf(page, `Used ${word}`).getByText('Retired')).toBeVisible();
  const { body } = await world.admin.get<{ status: string }>(`/api/training-assignments/${String(id)}`);
  expect(body.status).toBe('voided');
});

test('[MOD-05] [SHELL-12] F14: ten files go up at once; three bad ones are named with their reasons and cost the good ones nothing', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  guard.allow(422, `${list}/bulk-upload-simple`);
  const word = unique('Centrifuge');
  await signIn('admin', `/training-modules?q=${encodeURIComponent(word.slice(0, 24))}`);
  await page.getByRole('button', { name: 'Bulk Upload Files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload Files' });
  const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
  const steps = ['cleaning', 'balancing', 'loading', 'spinning', 'stopping', 'emptying', 'repairing'];
  const good = await Promise.all(steps.map((step) => guideFile(`${step} ${word}`, 1)));
  const bad = [
    ['disguised.pdf', '<html>Hello</html>', 'is named .pdf, but its content is an HTML page.'],
    ['empty.pdf', '', 'is empty.'],
    ['torn.pdf', '%PDF-1.7', 'is damaged or not a PDF document.'],
  ] as const;
  const [disguised, ...others] = bad.map(([name, text]) => file(name, text));
  await dialog
    .locator('input[type=file]')
    .setInputFiles([disguised ?? file('', ''), ...good, ...others, file('picture.bmp', 'BM')]);
  await expect(dialog.getByText('Files of this type are not accepted here.')).toBeVisible();
  await checkLooks(page, 'modules-bulk');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Upload 10 files' }).click();
  // Ten files are sent, checked and stored.
  await expect(dialog.getByText('7 files were stored. 3 files were not accepted.')).toBeVisible({
    timeout: 30_000,
  });
  await expectToast(
    page,
    'destructive',
    'Some Files Not Uploaded',
    '7 of 10 files were uploaded. The dialog says why the others were not.',
  );
  const files = dialog.getByRole('list', { name: 'Files of this upload' });
  await expect(files.locator('[data-state=stored]')).toHaveCount(7);
  await expect(files.locator('[data-state=refused]')).toContainText(
    bad.map(([name, , reason]) => `“${name}” ${reason}`),
  );
  await checkLooks(page, 'modules-bulk-result');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Upload more' }).click();
  const title = unique('Spinning');
  await makeModule(world, title);
  await dialog.locator('input[type=file]').setInputFiles(good.slice(0, 2));
  await dialog.getByText('All files into one module').click();
  await expect(dialog.getByRole('button', { name: 'Upload 2 files' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Module that gets the files' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(dialog.getByText('2 files were stored.')).toBeVisible();
  await expectToast(page, 'default', 'Files Uploaded', '2 files were stored');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.goto(`/training-modules?q=${encodeURIComponent(title)}`);
  await expect(cardOf(page, title).getByText('Content Available')).toBeVisible();
});

test('[MOD-06] [MOD-09] files are put in order by keyboard and pointer, and looked at in the details', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const title = unique('Handwashing');
  const module = await textModule(world.admin, title, 'Hands are washed before and after each patient.');
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title)
    .getByRole('button', { name: /^Content/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Edit Content: ${title}` });
  const guide = await guideFile('first', 2);
  const text = { name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('Thirty seconds each.') };
  const broken = {
    name: 'third.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    ),
  };
  await dialog.locator('input[type=file]').setInputFiles([guide, text, broken]);
  const rows = dialog.getByRole('list', { name: 'Files in order' }).getByRole('listitem');
  await dialog.getByRole('button', { name: 'Move second.txt up' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows).toContainText(['second.txt', 'first.pdf', 'third.png']);
  await rows.nth(2).dragTo(rows.nth(0));
  await expect(rows).toContainText(['third.png', 'second.txt', 'first.pdf']);
  await dialog.getByLabel('What changed').fill('Pictures of the steps');
  await checkLooks(page, 'module-content');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Save Content' }).click();
  await expect(dialog).toHaveCount(0);
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  const details = page.getByRole('dialog', { name: title });
  const files = details.getByRole('list', { name: 'Files of this version' }).getByRole('listitem');
  await expect(files).toContainText(['third.png', 'second.txt', 'first.pdf']);
  await expect(files.first()).toContainText(/SHA-256 [0-9a-f]{64}/);
  await expect(details.getByText('Pictures of the steps')).toBeVisible();
  await checkLooks(page, 'module-details');
  await page.setViewportSize(desk);
  await details.getByRole('button', { name: 'Preview first.pdf' }).click();
  const pdf = page.getByRole('dialog', { name: 'first.pdf' });
  await expect(pdf.locator('canvas').first()).toBeVisible();
  await expect(pdf.locator('[data-kind=pdf]')).toHaveCSS('height', '600px');
  await checkLooks(page, 'module-preview');
  await page.setViewportSize(desk);
  await page.keyboard.press('Escape');
  await details.getByRole('button', { name: 'Preview second.txt' }).click();
  await expect(page.getByText('Thirty seconds each.')).toBeVisible();
  await page.keyboard.press('Escape');
  const { body } = await world.admin.get<{ files: { url: string }[] }>(`${list}/${String(module.id)}`);
  const picture = body.files[0]?.url ?? '';
  guard.allow(503, picture);
  await page.route(`**${picture}`, (route) => route.fulfill({ status: 503, body: '' }));
  await details.getByRole('button', { name: 'Preview third.png' }).click();
  await expect(page.getByText('This picture cannot be shown.')).toBeVisible();
});

test('[MOD-11] new content of an assigned module becomes a draft; who trains again is shown before it is published', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const title = unique('Spill Kits');
  const learner = await world.learner();
  const module = await textModule(world.admin, title, 'A spill is covered first and then wiped away.');
  const { id } = await world.give(learner, module, 5);
  await completeTraining(world, learner, id);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title)
    .getByRole('button', { name: /^Content/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Edit Content: ${title}` });
  await dialog.getByLabel('Text').fill('A spill is reported, covered and then wiped away with the kit.');
  await dialog.getByRole('button', { name: 'Save Content' }).click();
  const publish = page.getByRole('dialog', { name: `Publish a new version of ${title}` });
  await publish.getByRole('button', { name: 'Show effect' }).click();
  await expect(publish.getByLabel('What changed')).toHaveAccessibleDescription(/Describe what changed/);
  await publish.getByLabel('What changed').fill('Spills are reported');
  await publish.getByRole('radio', { name: /^Everyone who completed/ }).check();
  await publish.getByLabel('Days to due').fill('14');
  await checkLooks(page, 'version-publish');
  await page.setViewportSize(desk);
  await publish.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: `Publish ${title}?` });
  await expect(effect.getByText('1 person must retrain.')).toBeVisible();
  await expect(effect.getByText('100%')).toBeVisible();
  await expect(effect.getByText('0%', { exact: true })).toBeVisible();
  await expect(effect.getByText('Retrains', { exact: true })).toBeVisible();
  await checkLooks(page, 'version-effect');
  await page.setViewportSize(desk);
  // The world changes in between: a second person is given the module.
  await world.give(await world.learner(), module, 5);
  const own = `${list}/${String(module.id)}`;
  const { body: drafted } = await world.admin.get<{ versions: { id: number }[] }>(own);
  guard.allow(409, `${own}/versions/${String(drafted.versions[0]?.id)}/publish`);
  await effect.getByRole('button', { name: 'Publish' }).click();
  await expect(
    effect.getByText('The effect has changed since you viewed it. This is the new one.'),
  ).toBeVisible();
  await effect.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page)).toContainText('Version Published');
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  const versions = page.getByRole('list', { name: 'Versions of the module' }).getByRole('listitem');
  await expect(versions.first()).toContainText('Spills are reported');
  await expect(versions.first()).toContainText('People who completed it must retrain · due after 14 days');
  const mine = await (
    await world.clientOf(learner)
  ).get<{ cycle: number; status: string }[]>(`/api/assignments/user?moduleId=${String(module.id)}`);
  expect(mine.body.map(({ cycle, status }) => `${String(cycle)} ${status}`).toSorted()).toEqual([
    '1 completed',
    '2 not_started',
  ]);
});
