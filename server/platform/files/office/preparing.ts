import { sql } from 'kysely';

/**
 * SQL: whether the conversion `made` is under way (MOD-09). Servers that convert plan what is pending again every few minutes; without such a
 * server nothing is waited for.
 */
export const isPreparingSql = sql<boolean>`coalesce(made.state = 'pending' and made.planned_at > app_now() - interval '1 hour', false)`;
