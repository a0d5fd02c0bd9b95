/** Webhooks (OPS-06): set up, secret, test event, deliveries, send again, change, rotate, delete. */
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { expect, test } from './fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

let receiver: WebhookReceiver;
test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
test.afterAll(() => receiver.close());

test('[OPS-06] an administrator sets up a webhook, tries it, sends again what failed, and deletes it', async ({
  page,
  guard,
  signIn,
}) => {
  test.setTimeout(180_000);
  guard.allow(422, '/api/webhooks');
  await page.setViewportSize(desk);
  await signIn('admin', '/webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await checkLooks(page, 'webhooks-empty');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Quality system');
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
  // What no test beside this one does on this server.
  await dialog.getByRole('checkbox', { name: 'People imported from a file' }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('This address is in a private network.')).toBeVisible();
  await checkLooks(page, 'webhooks-form');
  await page.setViewportSize(desk);
  await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await checkLooks(page, 'webhooks-secret');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();

  await expect(page.getByRole('heading', { name: 'Quality system', level: 1 })).toBeVisible();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByText('Delivered')).toBeVisible({ timeout: 30_000 });
  await expect(table).toContainText('204');
  receiver.answer(500);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(table.getByText('The receiver did not accept the event.')).toBeVisible({ timeout: 30_000 });
  receiver.answer(204);
  await table
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click();
  await expect
    .poll(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size)
    .toBe(2);
  await checkLooks(page, 'webhooks-page');
  await expectNothingCut(page, 'a webhook on a phone');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByLabel('Reason').fill('Every year');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText('The earlier secret also signs until')).toBeVisible();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.getByRole('switch', { name: 'Send events' }).click();
  await dialog.getByLabel('Reason').fill('Maintenance of the receiver');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0);
  await page.goto('/webhooks');
  await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText('Quality system');
  await checkLooks(page, 'webhooks');
  await page.setViewportSize(desk);

  await page.getByRole('link', { name: 'Quality system' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByLabel('Reason').fill('The system was replaced');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
