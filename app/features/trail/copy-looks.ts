import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconAlertTriangle, IconCheck, IconCircle, IconClock, type Icon } from '@tabler/icons-react';
import type { CopyKind, CopyState } from '#shared/domain/integrity/copies.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** The name of each kind of destination for the newest seal. */
export const copyLabels: Readonly<Record<CopyKind, MessageDescriptor>> = {
  folder: msg`Second folder`,
  object_store: msg`Object storage`,
  email: msg`Daily email`,
  syslog: msg`Log server`,
  time_stamp: msg`Time-stamp server`,
};

/** The label, tone and icon of each state of a destination. */
export const copyLooks: Readonly<
  Record<CopyState, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: Icon }>
> = {
  current: { label: msg`Up to date`, tone: 'green', icon: IconCheck },
  pending: { label: msg`Nothing sent yet`, tone: 'gray', icon: IconCircle },
  delayed: { label: msg`Delayed`, tone: 'amber', icon: IconClock },
  failed: { label: msg`Failed`, tone: 'red', icon: IconAlertTriangle },
};
