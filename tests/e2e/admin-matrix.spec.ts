import { cardOf, makeMatrix, makeModule, unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';

const cards = '/api/training-matrices';
/** The page with this matrix alone: the others fill more than one. */
const pageOf = (matrix: string) => `/training-matrix?q=${encodeURIComponent(matrix)}`;
const assignPath = '/api/training-matrix/assign';

test('[MTX-05] [MTX-06] [SHELL-10] who gets what until when is shown, then assigned, and nobody gets it twice', async ({
  page,
  signIn,
  world,
}) => {
  const matrix = unique('Sample Handling with a Rather Long Name for a Matrix of One Department');
  const learner = await world.learnerApart({ firstName: 'Ines', lastName: unique('Okafor') });
  const module = await makeMatrix(world, learner, matrix);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  await expect(card.getByText('0 users assigned')).toBeVisible();
  await expect(card.getByText(module)).toBeVisible();
  await card.getByRole('button', { name: `Assign Template ${matrix}` }).click();
  const choice = page.getByRole('dialog', { name: `Assign ${matrix}` });
  const show = choice.getByRole('button', { name: 'Show effect' });
  await expect(show).toBeDisabled();
  await choice.getByRole('checkbox', { name: `Ines ${learner.lastName}` }).check();
  await checkLooks(page, 'matrix-assign');
  await page.setViewportSize({ width: 1440, height: 900 });
  await show.click();
  const effect = page.getByRole('dialog', { name: `Assign ${matrix}?` });
  await expect(effect.getByText('1 assignment for 1 person')).toBeVisible();
  await expect(effect.getByText(`Ines ${learner.lastName}`)).toBeVisible();
  await checkLooks(page, 'matrix-effect');
  await page.setViewportSize({ width: 1440, height: 900 });
  await effect.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toastOf(page)).toContainText('1 assignment for 1 person');
  await expect(card.getByText('1 user assigned')).toBeVisible();
  await card.getByRole('button', { name: `Assign Template ${matrix}` }).click();
  await choice.getByRole('checkbox', { name: `Ines ${learner.lastName}` }).check();
  await show.click();
  await expect(effect.getByText('0 assignments for 0 people')).toBeVisible();
  await expect(effect.getByText('1 person gets no assignment')).toBeVisible();
  await expect(effect.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
});

test('[MTX-06] an effect that has changed in between is shown again before anything is assigned', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  guard.allow(409, assignPath);
  const matrix = unique('Freezer Alarms');
  const learner = await world.learnerApart({ lastName: unique('Petrov') });
  await makeMatrix(world, learner, matrix);
  await signIn('admin', pageOf(matrix));
  await cardOf(page, matrix)
    .getByRole('button', { name: /^Assign Template/ })
    .click();
  await page.getByRole('checkbox', { name: learner.lastName }).check();
  await page.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: `Assign ${matrix}?` });
  await expect(effect.getByText('1 assignment for 1 person')).toBeVisible();
  const added = await world.admin.post('/api/training-modules/assign-to-matrix', {
    moduleIds: [await makeModule(world, unique('Second Module'))],
    existingMatrixName: matrix,
  });
  expect(added.status).toBe(200);
  let sent = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === assignPath) sent += 1;
  });
  await effect.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(effect.getByText('2 assignments for 1 person')).toBeVisible();
  // The refusal brought it along: nothing was asked for once more.
  expect(sent).toBe(1);
  await effect.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toastOf(page)).toContainText('2 assignments for 1 person');
});

test('[SHELL-12] [SHELL-07] a matrix that cannot be assigned, and matrices that do not come', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  guard.allow(503, assignPath);
  guard.allow(503, cards);
  const matrix = unique('Waste Disposal');
  const learner = await world.learnerApart({ lastName: unique('Silva') });
  await makeMatrix(world, learner, matrix);
  const broken = { status: 503, contentType: 'application/problem+json', body: '{}' };
  await page.route(
    (url) => url.pathname === assignPath,
    (route) => route.fulfill(broken),
  );
  await signIn('admin', pageOf(matrix));
  await cardOf(page, matrix)
    .getByRole('button', { name: /^Assign Template/ })
    .click();
  await page.getByRole('checkbox', { name: learner.lastName }).check();
  await page.getByRole('button', { name: 'Show effect' }).click();
  await expect(toastOf(page)).toContainText('Failed to assign training matrix');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.route(
    (url) => url.pathname === cards,
    (route) => route.fulfill(broken),
  );
  await page.goto(pageOf(matrix));
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  // The page may fetch again by itself just before the click.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(cardOf(page, matrix)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await checkLooks(page, 'matrix');
});

test('[SHELL-07] [AUTH-13] without a matrix the page says what to do; without the right it says so', async ({
  page,
  signIn,
}) => {
  await page.route(
    (url) => url.pathname === cards,
    (route) =>
      route.fulfill({ contentType: 'application/json', headers: { 'x-total-count': '0' }, body: '[]' }),
  );
  await signIn('admin', '/training-matrix');
  await expect(page.getByText('No training matrix yet')).toBeVisible();
  await checkLooks(page, 'matrix-empty');
  await signIn('learner', '/training-matrix');
  await expect(
    page.getByText('Access Restricted - Admin access required to manage training matrices.'),
  ).toBeVisible();
});
