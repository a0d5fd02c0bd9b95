import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LeftOutReason, MoveRefusal } from '#shared/domain/assignments/bulk.ts';

/** The reasons why a person is left out of a bulk command, in words (MTX-05, LRN-06, PERF-03). */
export const skippedReasons: Readonly<Record<LeftOutReason | MoveRefusal, MessageDescriptor>> = {
  inactive: msg`the account is inactive`,
  other_organization: msg`the module belongs to another organization`,
  open: msg`already assigned`,
  completed: msg`already completed`,
  expired: msg`expired: assign it as retraining`,
  not_open: msg`no longer open`,
  no_due_date: msg`has no due date`,
  same: msg`already due on that date`,
  nothing_needed: msg`already assigned or completed`,
  out_of_reach: msg`you can no longer see this person`,
  not_matched: msg`no longer in the training matrix`,
};
