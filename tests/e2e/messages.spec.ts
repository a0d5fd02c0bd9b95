/** Failures of SPEC §8 that no other file makes happen, one row an outcome: its toast says title and text to the letter. */
import type { Page } from '@playwright/test';
import { cardOf, departmentOf, makeMatrix, makeModule, unique } from './admin-world.ts';
import { accounts, demoPassword } from './facts.ts';
import type { Guard } from './guard.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { acceptAgreement, textModule, type LearnerWorld, type Person } from './learner-world.ts';
import { complete } from './viewer-parts.ts';

interface Scene {
  readonly page: Page;
  readonly world: LearnerWorld;
  readonly guard: Guard;
  readonly signIn: (who: { email: string; password: string }, path: string) => Promise<void>;
  /** Answers one method of a path with a failure. */
  readonly fail: (method: string, path: string, failure: Failure) => Promise<void>;
}

/** Status 503 without a body, as a proxy answers; or what the server itself says. */
type Failure = 'empty' | { readonly status: number; readonly code: string; readonly detail: string };

interface Row {
  readonly when: string;
  readonly title: string;
  readonly text: string;
  /** Does on the screen what fails. */
  readonly make: (scene: Scene) => Promise<void>;
}

const admin = { email: accounts.admin, password: demoPassword };
const modules = '/api/training-modules';
const toMatrix = '/api/training-modules/assign-to-matrix';
const assign = '/api/training-matrix/assign';
const updateFailed = {
  title: 'Update Failed',
  text: 'Failed to update training assignment status. Please try again.',
};

/** A learner with one short text of its own, and the address of its status. */
async function withTraining(
  world: LearnerWorld,
  fields: Record<string, unknown> = {},
): Promise<{ learner: Person; title: string; moduleId: number; path: string }> {
  const learner = await world.learner();
  const title = unique('Sharps and Needles');
  const module = await textModule(world.admin, title, 'Needles go into the yellow box, never back.', fields);
  const { id } = await world.give(learner, module, 5);
  return { learner, title, moduleId: module.id, path: `/api/training-assignments/${String(id)}/status` };
}

async function start(page: Page, title: string): Promise<void> {
  await page
    .getByRole('table')
    .getByRole('button', { name: `Start ${title}` })
    .click();
}

/** Selects one module and sends it into the first matrix there is. */
async function addToMatrix({ page, world, signIn }: Scene): Promise<void> {
  const title = unique('Use of Gloves');
  await makeModule(world, title);
  await signIn(admin, `/training-modules?q=${encodeURIComponent(title)}`);
  await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Create/Add to Training Matrix' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create/Add to Training Matrix' });
  await dialog.getByRole('combobox', { name: 'Training matrix' }).fill('All staff');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Show who needs it' }).click();
}

/** The card of a new matrix on its page, and who it is for. */
async function ownMatrixOf({ page, world, signIn }: Scene) {
  const matrix = unique('Spills');
  const learner = await world.learnerApart({ lastName: unique('Moreau') });
  await makeMatrix(world, learner, matrix);
  await signIn(admin, `/training-matrix?q=${encodeURIComponent(matrix)}`);
  return { card: cardOf(page, matrix), matrix, learner };
}
const ownMatrix = async (scene: Scene) => (await ownMatrixOf(scene)).card;

/** A manager with an unread notification, and its list open. */
async function openBell({ page, world, signIn }: Scene) {
  const manager = await world.learner({ role: 'manager' });
  const module = await textModule(
    world.admin,
    unique('Ovens'),
    'Ovens are hot, and gloves hang beside them.',
  );
  await world.give(manager, module, 5);
  await signIn(manager, '/my-assignments');
  await page.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const client = await world.clientOf(manager);
  return client.get<{ notifications: { id: number }[] }>('/api/notifications');
}

const rows: readonly Row[] = [
  {
    when: 'a completion without signature fails',
    ...updateFailed,
    make: async ({ page, world, signIn, fail }) => {
      const { learner, moduleId, path } = await withTraining(world, { completionPolicy: 'self_attest' });
      await fail('PUT', path, 'empty');
      await signIn(learner, `/training-module/${moduleId}`);
      await complete(page).click();
      const question = page.getByRole('dialog', { name: 'Mark as Completed' });
      await question.getByRole('button', { name: 'Mark as Completed' }).click();
      await expect(question.getByRole('alert')).toHaveText('Something went wrong on our side.');
    },
  },
  {
    when: 'a signed completion fails',
    ...updateFailed,
    make: async ({ page, world, signIn, fail }) => {
      const { learner, moduleId, path } = await withTraining(world);
      await acceptAgreement(await world.clientOf(learner));
      await fail('PUT', path, 'empty');
      await signIn(learner, `/training-module/${moduleId}`);
      await complete(page).click();
      const dialog = page.getByRole('dialog', { name: 'Sign the completion' });
      await dialog.getByLabel('Password', { exact: true }).fill(learner.password);
      await page.keyboard.press('Enter');
    },
  },
  {
    when: 'the content has gone since the page was loaded',
    title: 'Content Not Available',
    text: 'The content of this module has not been uploaded yet. Please contact the administrator.',
    make: async ({ page, world, signIn, fail }) => {
      const { learner, title, path } = await withTraining(world);
      await fail('PUT', path, {
        status: 409,
        code: 'CONTENT_NOT_AVAILABLE',
        detail: 'Content Not Available',
      });
      await signIn(learner, '/employee');
      await start(page, title);
    },
  },
  {
    when: 'the session has ended and a training is started',
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    make: async ({ page, world, signIn, guard }) => {
      const { learner, title, path } = await withTraining(world);
      guard.allow(401, path);
      await page.clock.install();
      await signIn(learner, '/employee');
      await page.getByRole('rowheader').first().waitFor();
      await page.context().clearCookies();
      await page.clock.pauseAt(Date.now() + 1000);
      await start(page, title);
    },
  },
  {
    when: 'the session has ended and a file goes up',
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    make: async ({ page, world, signIn, guard }) => {
      const title = unique('Cold Chain');
      const path = `${modules}/${String(await makeModule(world, title))}/load`;
      guard.allow(401, path);
      await page.clock.install();
      await signIn(admin, `/training-modules?q=${encodeURIComponent(title)}`);
      await cardOf(page, title)
        .getByRole('button', { name: /^Content/ })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Text').fill('The refrigerator is read twice a day.');
      await page.context().clearCookies();
      await page.clock.pauseAt(Date.now() + 1000);
      await dialog.getByRole('button', { name: 'Save Content' }).click();
    },
  },
  {
    when: 'a module cannot be created',
    title: 'Error',
    text: 'Failed to create training module',
    make: async ({ page, signIn, fail }) => {
      await fail('POST', modules, 'empty');
      await signIn(admin, '/training-modules?q=Emergency');
      await page.getByRole('button', { name: 'Add Module' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Module' });
      await dialog.getByLabel('Title').fill('Never Made');
      await dialog.getByLabel('Description').fill('This module is not made.');
      await dialog.getByRole('combobox', { name: 'Content type' }).click();
      await page.getByRole('option', { name: 'PDF' }).click();
      await dialog.getByRole('button', { name: 'Create Module' }).click();
    },
  },
  {
    when: 'modules cannot be put into a matrix',
    title: 'Assignment Failed',
    text: 'Failed to assign modules to training matrix',
    make: async (scene) => {
      await scene.fail('POST', toMatrix, 'empty');
      await addToMatrix(scene);
    },
  },
  {
    when: 'the server says why modules cannot be put into a matrix',
    title: 'Assignment Failed',
    text: 'The stored data has changed. Reload the page and try again.',
    make: async (scene) => {
      const detail = 'The stored data has changed. Reload the page and try again.';
      await scene.fail('POST', toMatrix, { status: 409, code: 'CONFLICT', detail });
      await addToMatrix(scene);
    },
  },
  {
    when: 'a matrix whose effect was seen cannot be assigned',
    title: 'Error',
    text: 'Failed to assign training matrix',
    make: async (scene) => {
      const { page, fail } = scene;
      const { card, matrix, learner } = await ownMatrixOf(scene);
      await card.getByRole('button', { name: /^Assign Template/ }).click();
      await page.getByRole('checkbox', { name: learner.lastName }).check();
      await page.getByRole('button', { name: 'Show effect' }).click();
      const effect = page.getByRole('dialog', { name: `Assign ${matrix}?` });
      await expect(effect.getByText('1 assignment for 1 person')).toBeVisible();
      await fail('POST', assign, 'empty');
      await effect.getByRole('button', { name: 'Assign', exact: true }).click();
    },
  },
  {
    when: 'a matrix cannot be made from a template',
    title: 'Error',
    text: 'Failed to create training matrix template',
    make: async ({ page, signIn, fail }) => {
      await fail('POST', '/api/training-matrix/template', 'empty');
      await signIn(admin, '/training-matrix?dialog=template');
      const dialog = page.getByRole('dialog', { name: 'Create from Template' });
      await dialog.getByRole('combobox', { name: 'Template' }).click();
      await page.getByRole('option').first().click();
      await dialog.getByRole('combobox', { name: 'Department' }).fill('Clinical');
      await page.getByRole('option').first().click();
      await dialog.getByRole('button', { name: 'Show who needs it' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
  },
  {
    when: 'a module cannot be added to a matrix',
    title: 'Error',
    text: 'Failed to add module to training matrix',
    make: async (scene) => {
      await scene.fail('POST', '/api/training-matrix/add-module', 'empty');
      const { page, world } = scene;
      const title = unique('Ladders');
      await makeModule(world, title);
      await (await ownMatrix(scene)).getByRole('button', { name: /^Add Module/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Training module' }).fill(title);
      await page.getByRole('option', { name: title }).click();
      await dialog.getByRole('button', { name: 'Show who needs it' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
  },
  {
    when: 'a module cannot be removed from a matrix',
    title: 'Error',
    text: 'Failed to remove module from training matrix',
    make: async (scene) => {
      const { page, world, fail } = scene;
      const card = await ownMatrix(scene);
      await card.getByRole('button', { name: /^Remove / }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText('No one’s training changes.')).toBeVisible();
      const { body } = await world.admin.get<{ families: { modules: { entryId: number }[] }[] }[]>(
        `/api/training-matrices?q=${encodeURIComponent((await card.getByRole('heading').first().textContent()) ?? '')}`,
      );
      await fail(
        'DELETE',
        `/api/training-matrix/${String(body[0]?.families[0]?.modules[0]?.entryId)}`,
        'empty',
      );
      await dialog.getByRole('button', { name: 'Remove Module' }).click();
      await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
    },
  },
  {
    when: 'a department cannot be renamed on the page of the matrices',
    title: 'Error',
    text: 'Failed to update department',
    make: async (scene) => {
      const { page, world, fail } = scene;
      const { card, learner } = await ownMatrixOf(scene);
      const { id } = await departmentOf(world, learner);
      await fail('PUT', `/api/departments/${String(id)}`, 'empty');
      await card.getByRole('button', { name: /^Edit department name/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit department name' });
      await dialog.getByRole('textbox', { name: 'Department name' }).fill(unique('Stores'));
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
  },
  {
    when: 'trainings cannot be deleted',
    title: 'Delete Failed',
    text: 'Failed to delete training assignments. Please try again.',
    make: async ({ page, world, signIn, fail }) => {
      const { learner, title } = await withTraining(world);
      await signIn(admin, `/employee/${learner.id}`);
      await page.getByRole('button', { name: 'Edit Matrix' }).click();
      await page.getByRole('checkbox', { name: `Select ${title}` }).check();
      await page.getByRole('button', { name: 'Delete selected' }).click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
      // Its effect was shown before.
      await expect(confirm).toBeEnabled();
      await fail('DELETE', '/api/training-assignments/bulk', 'empty');
      await confirm.click();
    },
  },
  {
    when: 'a module cannot be assigned',
    title: 'Error',
    text: 'Failed to assign training module',
    make: async ({ page, world, signIn, fail }) => {
      const learner = await world.learner();
      const title = unique('Cold Rooms');
      await makeModule(world, title);
      await fail('POST', '/api/training/assign-module', 'empty');
      await signIn(admin, `/employee/${learner.id}`);
      await page.getByRole('button', { name: 'Assign Module' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Module' }).fill(title);
      await page.getByRole('option', { name: title }).click();
      await dialog.getByRole('button', { name: 'Assign Module' }).click();
    },
  },
  {
    when: 'the onboarding cannot be started',
    title: 'Error',
    text: 'Failed to initiate onboarding training',
    make: async ({ page, world, signIn, fail }) => {
      const learner = await world.learnerApart();
      await makeMatrix(world, learner, unique('First Days'));
      await fail('POST', `/api/training/initiate-onboarding/${learner.id}`, 'empty');
      await signIn(admin, `/employee/${learner.id}`);
      await page.getByRole('button', { name: 'Start Onboarding' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Start Onboarding' }).click();
    },
  },
  {
    when: 'a notification cannot be marked as read',
    title: 'Error',
    text: 'Failed to mark notification as read',
    make: async (scene) => {
      const { body } = await openBell(scene);
      await scene.fail('PATCH', `/api/notifications/${String(body.notifications[0]?.id)}/read`, 'empty');
      await scene.page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first().click();
    },
  },
  {
    when: 'notifications cannot all be marked as read',
    title: 'Error',
    text: 'Failed to mark all notifications as read',
    make: async (scene) => {
      await openBell(scene);
      await scene.fail('PATCH', '/api/notifications/mark-all-read', 'empty');
      await scene.page.getByRole('button', { name: 'Mark all as read' }).click();
    },
  },
];

for (const { when, title, text, make } of rows) {
  test(`[SHELL-12] ${when}: ${title}, ${text}`, async ({ page, world, guard, signIn }) => {
    const fail: Scene['fail'] = async (method, path, failure) => {
      const status = failure === 'empty' ? 503 : failure.status;
      guard.allow(status, path);
      await page.route(
        (url) => url.pathname === path,
        (route) => {
          if (route.request().method() !== method) return route.fallback();
          if (failure === 'empty') return route.fulfill({ status, body: '' });
          const json = { type: 'urn:traintrail:error', title: failure.detail, ...failure };
          return route.fulfill({ status, contentType: 'application/problem+json', json });
        },
      );
    };
    await make({ page, world, guard, signIn, fail });
    await expect(toastOf(page)).toHaveAttribute('data-tone', 'destructive');
    await expect(toastOf(page).getByText(title, { exact: true })).toBeVisible();
    await expect(toastOf(page).getByText(text, { exact: true })).toBeVisible();
  });
}
