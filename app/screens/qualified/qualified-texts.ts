import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconCircleCheck, IconCircleMinus, IconCircleX, type Icon } from '@tabler/icons-react';
import type { VersionPosition } from '#shared/domain/qualified/requested-version.ts';
import type { QualifiedAnswer, QualifiedReason, SetAside } from '#shared/domain/qualified/qualified.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** The label, icon and tone of each answer. */
export const answerLooks: Readonly<
  Record<QualifiedAnswer, { readonly label: MessageDescriptor; readonly icon: Icon; readonly tone: Tone }>
> = {
  yes: { label: msg`Yes, qualified`, icon: IconCircleCheck, tone: 'green' },
  no: { label: msg`No, not qualified`, icon: IconCircleX, tone: 'red' },
  not_required: { label: msg`Not required`, icon: IconCircleMinus, tone: 'gray' },
};

/** The reason of an answer. */
export const reasonTexts: Readonly<Record<QualifiedReason, MessageDescriptor>> = {
  valid: msg`A completion was valid on that day.`,
  retraining_open: msg`A completion of an earlier version was valid, and the retraining was not due yet.`,
  never_completed: msg`The training was not completed.`,
  expired: msg`The completion was no longer valid.`,
  retraining_overdue: msg`The retraining was overdue.`,
  evidence_not_valid: msg`The record or its signature is not valid.`,
  voided: msg`The completion was voided.`,
  not_required: msg`Nothing required this training on that day.`,
  module_retired: msg`The module was retired, so nothing required it.`,
  not_active: msg`The person was not active on that day, so nothing was required.`,
};

/** The state of a version of a module on the day. */
export const versionPositionTexts: Readonly<Record<VersionPosition, MessageDescriptor>> = {
  effective: msg`It was the effective version on that day.`,
  replaced: msg`A newer version was effective on that day.`,
  not_effective_yet: msg`It was not effective yet on that day.`,
};

/** The reasons why a completion does not count. */
export const setAsideTexts: Readonly<Record<SetAside, MessageDescriptor>> = {
  recorded_later: msg`Recorded after that day`,
  completed_later: msg`Completed after that day`,
  voided: msg`Voided`,
  evidence_not_valid: msg`Not valid`,
  expired: msg`No longer valid on that day`,
  retraining_overdue: msg`Retraining overdue on that day`,
};
