import { test as base, type APIRequestContext, type Page } from '@playwright/test';
import { accounts, demoPassword, serverFacts, type Account } from './facts.ts';
import { guardPage, type Guard } from './guard.ts';

interface Fixtures {
  /** What the page may say or receive besides success; checked at the end of every test. */
  readonly guard: Guard;
  /** Signs a demo account (or an email with its password) in, without the dialog, and goes to a path. */
  readonly signIn: (who: Account | { email: string; password: string }, path?: string) => Promise<void>;
  /** Calls of the API as an account of its own, beside the page's. */
  readonly api: (who: Account) => Promise<APIRequestContext>;
}

async function signInAt(request: APIRequestContext, email: string, password: string): Promise<void> {
  const answer = await request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`Sign-in of ${email}: ${answer.status()} ${await answer.text()}`);
}

/** `test` of every browser test: pages that fail on errors, sign-in, calls of the API. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  baseURL: async ({}, use) => use(serverFacts().url),
  guard: [
    async ({ page }, use) => {
      const guard = guardPage(page);
      await use(guard);
      guard.check();
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use(async (who, path = '/') => {
      const person = typeof who === 'string' ? { email: accounts[who], password: demoPassword } : who;
      await signInAt(page.request, person.email, person.password);
      await page.goto(path);
    });
  },
  api: async ({ playwright, baseURL }, use) => {
    const contexts: APIRequestContext[] = [];
    await use(async (who) => {
      const context = await playwright.request.newContext({ baseURL });
      contexts.push(context);
      await signInAt(context, accounts[who], demoPassword);
      return context;
    });
    await Promise.all(contexts.map((context) => context.dispose()));
  },
});

export { expect } from '@playwright/test';

let counter = 0;

/** Makes a person who has to change the password first, for tests that use the person up. */
export async function makePerson(
  admin: APIRequestContext,
  change: Record<string, unknown> = {},
): Promise<{ id: string; email: string; password: string }> {
  counter += 1;
  const email = `person-${process.pid}-${counter}-${Date.now()}@demo.example`;
  const password = 'preset-for-the-first-day';
  const answer = await admin.post('/api/users', {
    data: {
      email,
      firstName: 'Robin',
      lastName: 'Walker',
      role: 'learner',
      presetPassword: password,
      ...change,
    },
  });
  if (!answer.ok()) throw new Error(`Making a person: ${answer.status()} ${await answer.text()}`);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { id: user.id, email, password };
}

/** The only visible toast (SHELL-06). */
export function toastOf(page: Page) {
  return page.locator('.mantine-Notification-root[data-tone]');
}
