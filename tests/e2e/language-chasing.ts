/** Opens what chases people, one after the other, whatever language the page speaks: bell, reminders, outbox, schedule. */
import type { Page } from '@playwright/test';
import { expect } from './learner-fixtures.ts';
import { close, dialogs, open, settled, withIcon, type Look } from './language-dialogs.ts';

/** Everything that opens on the dashboard, in the outbox and on the schedule, as an administrator. */
export async function openChasing(page: Page, look: Look): Promise<void> {
  await page.goto('/admin');
  await settled(page);
  await open(page, withIcon(page, 'bell', page.getByRole('banner')));
  await look('the bell');
  await close(page);
  await open(page, withIcon(page, 'bell-ringing', page.getByRole('main')));
  for (const type of await dialogs(page).getByRole('radio').all()) {
    await type.check();
    await settled(page);
    await look('reminders');
  }
  await dialogs(page).getByRole('checkbox').nth(1).check();
  await look('reminders to somebody');
  // It asks whether what was chosen may be lost.
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(2);
  await look('leaving the reminders');
  await dialogs(page).last().getByRole('button').last().click();
  await expect(dialogs(page)).toHaveCount(0);

  await page.goto('/outbox');
  await settled(page);
  await open(page, withIcon(page, 'speakerphone'));
  await look('an announcement');
  await close(page);
  await page.goto('/outbox?q=nobody-is-called-so');
  await settled(page);
  await look('no mail found');

  await page.goto('/outbox/schedule');
  await settled(page);
  // Of a renewal, and of a CV.
  for (const list of [2, 3]) {
    const steps = page.locator('form section').nth(list);
    await withIcon(page, 'plus', steps).click();
    await withIcon(page, 'plus', steps).click();
    await steps.getByRole('textbox').last().fill('');
    await page.locator('button[type="submit"]').click();
    await look('a step without days');
    const lines = withIcon(page, 'trash', steps);
    for (let left = await lines.count(); left > 0; left -= 1) await lines.last().click();
    await look('a list without a step');
  }
  await open(page, page.locator('button[type="submit"]'));
  await look('saving a schedule');
  await close(page);
}
