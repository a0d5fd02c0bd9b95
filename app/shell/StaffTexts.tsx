import { use, type ReactNode } from 'react';
import { loadCatalog } from '#app/lib/i18n.ts';
import type { SessionUser } from '#app/lib/session.ts';
import type { Screen } from '#app/shell/screen.ts';

/** Screens that everybody has; their texts come with the sign-in. */
const everybodys: ReadonlySet<string> = new Set([
  '/',
  '/employee',
  '/my-assignments',
  '/certificates',
  '/profile',
  '/profile/documents',
  '/settings',
  '/training-module/$moduleId',
]);

/** Whether a screen may show texts of those who look after others: to them everywhere, to a learner beyond their own screens. */
function needsStaffTexts(user: SessionUser, screen: Screen | undefined): boolean {
  if (user.role !== 'learner' || user.grants.length > 0) return true;
  return screen !== undefined && screen.access !== 'public' && !everybodys.has(screen.path);
}

let texts: Promise<void> | undefined;

/** Asks for the texts; a failure is shown with Retry, which asks again. */
async function load(): Promise<void> {
  try {
    await loadCatalog('staff');
  } catch (error) {
    texts = undefined;
    throw error;
  }
}

/** Waits for the texts of staff before what is inside is shown, where it may need them (PERF-02, SHELL-09). */
export function StaffTexts({
  user,
  screen,
  children,
}: {
  readonly user: SessionUser;
  readonly screen: Screen | undefined;
  readonly children: ReactNode;
}) {
  if (needsStaffTexts(user, screen)) use((texts ??= load()));
  return children;
}
