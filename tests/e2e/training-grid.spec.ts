/** The matrix as a grid: what it shows, its evidence, what is done with cells, and how it scrolls. */
import type { Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makeModule, unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { today } from './learner-world.ts';
import { checkLooks } from './looks.ts';

test('[MTX-09] [SHELL-10] a cell opens its evidence, and selected cells are assigned and reminded, with mouse and keyboard', async ({
  page,
  signIn,
  world,
}) => {
  const title = unique('Cold Chain');
  const id = await makeModule(world, title);
  const other = await makeModule(world, unique('Dry Ice'));
  const person = await world.learner();
  const due = { userId: person.id, moduleId: id, dueDate: '2020-01-31' };
  await world.admin.post('/api/training/assign-module', due);
  await signIn('admin', '/');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Training Grid' })
    .click();
  await expect(page).toHaveTitle('Training Grid · TrainTrail');
  const grid = page.getByRole('grid', { name: 'Training by person and module' });
  await expect(grid.getByRole('rowheader').first()).not.toBeEmpty();
  await checkLooks(page, 'training-grid');
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = `/training-matrix/grid?q=${encodeURIComponent(person.email)}&module=${String(id)},${String(other)}`;
  await page.goto(address);
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid).toHaveAttribute('aria-colcount', '3');
  const cells = grid.getByRole('gridcell');
  await expect(cells.first()).toHaveAccessibleName('Overdue');
  await expect(cells.last()).toHaveAccessibleName('Not assigned, not required');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export XLSX' }).click();
  expect((await download).suggestedFilename()).toMatch(/^training-xlsx-.*\.xlsx$/);
  await cells.first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(title).first()).toBeVisible();
  await expect(drawer.getByRole('region', { name: /^Assignments of/ })).toContainText('Overdue');
  await checkLooks(page, 'training-grid-cell');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(page.getByText('Selected: 1 person, 1 module')).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('Selected: 1 person, 2 modules')).toBeVisible();
  await page.getByRole('button', { name: 'Assign modules' }).click();
  await page.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: 'Assign these modules?' });
  await expect(effect).toContainText('1 training for 1 person');
  await effect.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(cells.last()).toHaveAccessibleName('Not Started');
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(drawer).toContainText('Not Started');
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Select cells' }).click();
  await cells.first().click();
  await page.getByRole('button', { name: 'Send Reminders' }).click();
  const reminders = page.getByRole('dialog', { name: 'Send Reminders' });
  await reminders.getByRole('radio', { name: /^Overdue/ }).check();
  await expect(reminders.getByText('1 selected')).toBeVisible();
  await expect(reminders).toContainText(person.email);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(reminders).toHaveCount(0);
  await page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: 'Expired' })
    .click();
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.goto(`${address}&asOf=${addDays(today(), -1)}`);
  await expect(page.getByText(/^As the records were on/)).toBeVisible();
  await expect(page.getByText('Select cells')).toHaveCount(0);
});

test('[MTX-09] on a phone the names stay in view, and managers see their people', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('manager', '/training-matrix/grid');
  const grid = page.getByRole('grid');
  const name = grid.getByRole('rowheader').first();
  await expect(name).toBeVisible();
  const before = await name.boundingBox();
  await grid.evaluate((box) => box.scrollTo({ left: 300 }));
  await expect(grid.locator('[aria-colindex="12"]').first()).toBeVisible();
  expect((await name.boundingBox())?.x).toBe(before?.x);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-current="page"]'),
  ).toHaveText('Training Grid');
});

/** Reads for how many milliseconds the page's thread has worked. */
async function processorTime(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

/** How long a step of scrolling takes in the page's thread, in the middle, and the most cells in the page, for so many people and modules. */
async function scrollThrough(
  page: Page,
  people: number,
  columns: number,
): Promise<{ step: number; drawn: number }> {
  const modules = Array.from({ length: columns }, (_, at) => ({
    id: at + 1,
    title: `Procedure ${String(at + 1)}`,
    reference: null,
  }));
  const starts = Array.from({ length: people / 100 }, (_, at) => String(at * 100));
  await page.route('**/api/training-grid?*', (route) =>
    route.fulfill({ json: { modules, moreModules: false, people, morePeople: false, starts } }),
  );
  await page.route('**/api/training-grid/people?*', (route) => {
    const first = Number(new URL(route.request().url()).searchParams.get('from'));
    const rows = Array.from({ length: 100 }, (_, at) => ({
      id: `u_${String(first + at)}`,
      firstName: 'Person',
      lastName: String(first + at + 1),
      email: 'person@site.example',
      jobTitle: 'Nurse',
      organizationName: null,
      departmentName: null,
      cells: Array.from({ length: columns }, (__, col) => 'cpnoer-'[(first + at + col) % 7]).join(''),
    }));
    return route.fulfill({ json: { rows, next: null } });
  });
  await page.goto('/training-matrix/grid');
  const grid = page.getByRole('grid');
  await expect(grid.getByText('Person 1', { exact: true })).toBeVisible();
  // The time of the processor, which other work of the machine does not lengthen. A step is two frames and several tasks, with a
  // page of people every now and then.
  const processor = await processorTime(page);
  const times: number[] = [];
  let drawn = 0;
  for (let at = 0; at < 60; at += 1) {
    const before = await processor();
    const cells = await grid.evaluate(async (box, step) => {
      box.scrollBy({ top: 120, left: step % 2 === 0 ? 80 : 0 });
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return box.querySelectorAll('[role="gridcell"]').length;
    }, at);
    times.push((await processor()) - before);
    drawn = Math.max(drawn, cells);
  }
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByText(`Person ${String(people)}`, { exact: true })).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: `Procedure ${String(columns)}` })).toBeVisible();
  const sorted = times.toSorted((one, other) => one - other);
  await page.unrouteAll({ behavior: 'wait' });
  return { step: sorted[30] ?? 0, drawn };
}

test('[MTX-09] [PERF-02] a step of scrolling costs no more with 10,000 people and 300 modules than with few', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/');
  const few = await scrollThrough(page, 400, 100);
  const usual = await scrollThrough(page, 1000, 200);
  const many = await scrollThrough(page, 10_000, 300);
  for (const { step, drawn } of [usual, many]) {
    expect(step / few.step, JSON.stringify([few, usual, many])).toBeLessThan(2);
    expect(drawn).toBeLessThan(1400);
  }
});
