import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconArchive,
  IconCheck,
  IconClockExclamation,
  IconExclamationMark,
  type Icon,
} from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrDashboardContract } from '#shared/contract/hr-dashboard.ts';
import type { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import type { RegistrationState } from '#shared/domain/hr/registrations.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** The figures of the HR dashboard. */
export type HrFigures = ResponseOf<typeof hrDashboardContract.figures>;
/** A line of the recent activity. */
export type HrActivityItem = ResponseOf<typeof hrDashboardContract.activity>[number];
/** A registration in the list. */
export type RegistrationRow = ResponseOf<typeof hrRegistrationsContract.list>[number];
/** A registration with its details and documents. */
export type Registration = ResponseOf<typeof hrRegistrationsContract.get>;
/** A document of a registration. */
export type RegistrationDocument = Registration['documents'][number];

/** The number of registrations per page. */
export const pageSize = 10;

/** The states of a registration in words, icon and color (HR-01). */
export const registrationLooks: Readonly<
  Record<RegistrationState, readonly [label: MessageDescriptor, tone: Tone, icon: Icon]>
> = {
  expired: [msg`Expired`, 'red', IconExclamationMark],
  expiring: [msg`Expiring in 60 days`, 'amber', IconClockExclamation],
  valid: [msg`Valid`, 'green', IconCheck],
  retired: [msg`Retired`, 'gray', IconArchive],
};
