import { sql } from 'kysely';

/**
 * SQL: whether the conversion `made` is running or planned (MOD-09). Servers that convert plan pending conversions again every few minutes;
 * without such a server a conversion does not count as running.
 */
export const isPreparingSql = sql<boolean>`coalesce(made.state = 'pending' and made.planned_at > app_now() - interval '1 hour', false)`;
