import { use, type ReactNode } from 'react';
import { loadCatalog } from '#app/lib/i18n.ts';
import type { SessionUser } from '#app/lib/session.ts';
import type { Screen } from '#app/shell/screen.ts';

/** Screens that all people have; their texts are loaded with the sign-in. */
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

/**
 * Returns whether a screen may show texts for people who manage others: for these people everywhere, for a learner outside
 * their own screens.
 */
function needsStaffTexts(user: SessionUser, screen: Screen | undefined): boolean {
  if (user.role !== 'learner' || user.grants.length > 0) return true;
  return screen !== undefined && screen.access !== 'public' && !everybodys.has(screen.path);
}

let texts: Promise<void> | undefined;

/** Loads the texts; a failure is shown with Retry, which loads them again. */
async function load(): Promise<void> {
  try {
    await loadCatalog('staff');
  } catch (error) {
    texts = undefined;
    throw error;
  }
}

/** Waits for the texts of staff before it renders content that may need them (PERF-02, SHELL-09). */
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
