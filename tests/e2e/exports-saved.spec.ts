/** Saved and scheduled exports (RPT-03): saved, run, scheduled, changed, duplicated, stopped, deleted. */
import { expect, test } from './fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

test('[RPT-03] an export is saved under a name, run, scheduled, changed, stopped and deleted', async ({
  page,
  signIn,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize(desk);
  await signIn('admin', '/reports/export?dataSet=assignments&status=overdue');
  await expect(page.getByText('No saved exports yet')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('combobox', { name: 'Job Title' }).fill('Administration');
  await expect(page).toHaveURL(/job=Administration/);

  await page.getByRole('button', { name: 'Save export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save export' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Overdue in the office');
  await dialog.getByRole('button', { name: 'Save export' }).click();
  const saved = page.getByRole('list', { name: 'Saved exports' });
  await expect(saved.getByText('Overdue in the office')).toBeVisible();
  await expect(saved.getByText(/Job title: Administration/)).toBeVisible();

  await saved.getByRole('button', { name: 'Run now: Overdue in the office' }).click();
  const mine = page.getByRole('list', { name: 'My exports' });
  await expect(mine.getByText('Overdue in the office · Assignments · CSV')).toBeVisible();

  await saved.getByRole('button', { name: 'Schedule Overdue in the office' }).click();
  await dialog.getByRole('combobox', { name: 'Frequency' }).click();
  await page.getByRole('option', { name: 'Monthly' }).click();
  await dialog.getByRole('textbox', { name: 'Day of the month' }).fill('31');
  await checkLooks(page, 'export-schedule');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expect(saved.getByText(/Every month on the last day at 07:00/)).toBeVisible();
  await expect(saved.getByText(/Next run/)).toBeVisible();
  await checkLooks(page, 'export-saved');
  await page.setViewportSize(desk);

  await saved.getByRole('button', { name: 'More for Overdue in the office' }).click();
  await page.getByRole('menuitem', { name: 'Change', exact: true }).click();
  await expect(page.getByText('You are changing the saved export “Overdue in the office”.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Job Title' })).toHaveValue('Administration');
  await page.getByText('XLSX', { exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(saved.getByText('Assignments · XLSX')).toBeVisible();

  await saved.getByRole('button', { name: 'More for Overdue in the office' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Overdue in the office (copy)');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(saved.getByRole('listitem')).toHaveCount(2);

  const everybody = page.getByRole('list', { name: 'Scheduled exports of everybody' });
  await everybody.getByRole('button', { name: /^Stop Overdue in the office of/ }).click();
  await dialog.getByRole('button', { name: 'Stop schedule' }).click();
  await expect(saved.getByText('Paused: an administrator stopped it.')).toBeVisible();

  // The number of the export in the address is not a page of the list.
  await saved.getByRole('button', { name: 'More for Overdue in the office (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Change', exact: true }).click();
  await expect(
    page.getByText('You are changing the saved export “Overdue in the office (copy)”.'),
  ).toBeVisible();
  await expect(saved.getByRole('listitem')).toHaveCount(2);

  // A period moves with the day of each run: the saved export names it, its file the days.
  await page.goto('/reports/export?dataSet=completions');
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/period=last_month/);
  await expect(page.getByText(/^If it runs today: /)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveCount(0);
  await checkLooks(page, 'export-period');
  await checkLooks(page, 'export-period', [360]);
  await expectNothingCut(page, 'the period of an export on a phone');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Save export' }).click();
  await dialog.getByLabel('Name').fill('The month');
  await dialog.getByRole('button', { name: 'Save export' }).click();
  await expect(saved.getByText('Period: Last month')).toBeVisible();
  await saved.getByRole('button', { name: 'Run now: The month' }).click();
  const ofMonth = mine.getByRole('listitem').filter({ hasText: 'The month' });
  await expect(ofMonth.getByText(/From: .* · To: /)).toBeVisible();
  await saved.getByRole('button', { name: 'More for The month' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(saved.getByRole('listitem')).toHaveCount(2);

  await page.setViewportSize({ width: 360, height: 800 });
  await expectNothingCut(page, 'saved exports on a phone');
  await page.setViewportSize(desk);
  await saved.getByRole('button', { name: 'More for Overdue in the office (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(saved.getByRole('listitem')).toHaveCount(1);
});
