import { msg } from '@lingui/core/macro';

/** SPEC §6, §8; MGR-01. */
export const deniedTeam = {
  denied: msg`Access Denied`,
  deniedHint: msg`Manager access required for this page.`,
};
/** A grant in addition to the role also opens the HR area (AUTH-14). */
export const deniedHr = msg`Access Denied - HR access required for this page.`;
/** SPEC §8; USR-01. */
export const deniedUsers = msg`Access Denied - Admin access required for user management`;
