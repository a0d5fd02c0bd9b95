import { expect, test } from './learner-fixtures.ts';
import { expectNothingCut } from './looks.ts';

const long = 'Verantwortlichkeitsbereichsbeschreibungszuständigkeit'.repeat(2);

test('[HR-02] [HR-03] the lists of the HR area are cards on a phone, with the longest names, and a table on a desk', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner({ firstName: long.slice(0, 80), lastName: 'Narrow' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('admin', `/hr-cv-repository?q=${encodeURIComponent(person.email)}`);
  const list = page.getByRole('list', { name: 'CVs by person' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNothingCut(page, 'CVs at 360 px');
  await page.screenshot({ path: 'test-results/pictures/hr-cvs-360-cards.png', fullPage: true });
  await page.goto('/hr-consulting-agreements');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNothingCut(page, 'agreements at 360 px');
  await page.screenshot({ path: 'test-results/pictures/hr-agreements-360-cards.png', fullPage: true });
  await page.goto(`/hr-cv-repository?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: /^Open / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/hr-cv-repository?q=${encodeURIComponent(person.email)}`);
  await expect(page.getByRole('table')).toBeVisible();
});
