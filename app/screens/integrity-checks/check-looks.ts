import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircle,
  IconCircleHalf2,
  IconSignature,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import type { CheckKind } from '#shared/domain/integrity/checks.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** An integrity check in the list. */
export type IntegrityCheck = ResponseOf<typeof integrityChecksContract.list>[number];

/** The name of each kind of check. */
export const kindLabels: Readonly<Record<CheckKind, MessageDescriptor>> = {
  nightly: msg`Nightly check`,
  weekly: msg`Weekly full check`,
  restore: msg`Check after a restore`,
  manual: msg`Manual check`,
};

/** The display of a check. */
interface Look {
  readonly label: MessageDescriptor;
  readonly tone: Tone;
  readonly icon: Icon;
}

/** Returns the state of a check; once it is over, whether it has findings and whether they are signed. */
export function lookOf({ state, clean, openFindings }: IntegrityCheck): Look {
  if (state === 'waiting') return { label: msg`Pending`, tone: 'gray', icon: IconCircle };
  if (state === 'running') return { label: msg`In progress`, tone: 'blue', icon: IconCircleHalf2 };
  if (state === 'cancelled') return { label: msg`Cancelled`, tone: 'gray', icon: IconBan };
  if (clean === true) return { label: msg`No findings`, tone: 'green', icon: IconCheck };
  if (openFindings === 0) return { label: msg`Findings signed`, tone: 'amber', icon: IconSignature };
  if (state === 'failed') return { label: msg`Failed`, tone: 'red', icon: IconX };
  return { label: msg`Findings`, tone: 'red', icon: IconAlertTriangle };
}

/** Returns whether a check has not ended yet. */
export const isUnderWay = ({ state }: IntegrityCheck): boolean => state === 'waiting' || state === 'running';
