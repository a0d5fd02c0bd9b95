import type { Role } from '../access/permissions.ts';

/** The reporting lines: user id → manager id, null or absent for nobody. */
export type ReportingLines = ReadonlyMap<string, string | null>;

/** The reasons why a person cannot be chosen as a manager (USR-02). */
export type ManagerRefusal = 'self' | 'role' | 'loop';

/**
 * Returns whether `manager` reports to `userId` directly or indirectly, or is the same person; ends even if the stored lines
 * form a circle (USR-02).
 */
export function reportsTo(manager: string, userId: string, lines: ReportingLines): boolean {
  const seen = new Set<string>();
  let current: string | null = manager;
  while (current !== null && !seen.has(current)) {
    if (current === userId) return true;
    seen.add(current);
    current = lines.get(current) ?? null;
  }
  return false;
}

/** Checks a choice of manager (USR-02): managers and admins only, not oneself, no loop up the chain; null when it may be. */
export function refuseManager(
  candidate: { readonly id: string; readonly role: Role },
  userId: string,
  lines: ReportingLines,
): ManagerRefusal | null {
  if (candidate.id === userId) return 'self';
  if (candidate.role !== 'manager' && candidate.role !== 'admin') return 'role';
  return reportsTo(candidate.id, userId, lines) ? 'loop' : null;
}
