import { msg } from '@lingui/core/macro';

/** SPEC §6, §8; MGR-01. */
export const deniedTeam = {
  denied: msg`Access Denied`,
  deniedHint: msg`Manager access required for this page.`,
};
/** A grant in addition to the role also opens the HR area (AUTH-14). */
export const deniedHr = msg`Access Denied - HR access required for this page.`;
/** For somebody whom no inspection admits now: its days have not started, are over, or it was closed (INS-01). */
export const deniedRoom = {
  denied: msg`You have no open inspection`,
  deniedHint: msg`Your access starts on the first day of an inspection. It ends after the last day, or when an administrator closes the inspection.`,
};
/** SPEC §8; USR-01. */
export const deniedUsers = msg`Access Denied - Admin access required for user management`;
