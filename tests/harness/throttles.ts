import type pg from 'pg';

/**
 * Makes every delay that runs last 50 seconds (AUTH-11): a test that looks at what happens during a delay must not depend
 * on how fast the machine is.
 */
export async function holdThrottles(admin: pg.Pool): Promise<void> {
  await admin.query(
    `update sign_in_throttles set blocked_until = app_now() + interval '50 seconds' where blocked_until is not null`,
  );
}
