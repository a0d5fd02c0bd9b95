import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconCalendarTime, IconCircleCheck, IconClock, IconLock, type Icon } from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { InspectionSight } from '#shared/domain/access/permissions.ts';
import type { InspectionState } from '#shared/domain/inspections/state.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** An inspection in a list. */
export type InspectionRow = ResponseOf<typeof contract.list>[number];
/** One inspection. */
export type Inspection = ResponseOf<typeof contract.get>;
/** A request with its answer. */
export type InspectionRequest = ResponseOf<typeof contract.requests>['rows'][number];

/** The interval at which a page of an inspection is refreshed, in milliseconds. */
export const refreshInterval = 10_000;

/** The label, tone and icon of each state. */
export const inspectionLooks: Readonly<
  Record<InspectionState, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: Icon }>
> = {
  planned: { label: msg`Planned`, tone: 'blue', icon: IconCalendarTime },
  open: { label: msg`Open`, tone: 'green', icon: IconCircleCheck },
  ended: { label: msg`Ended`, tone: 'amber', icon: IconClock },
  closed: { label: msg`Closed`, tone: 'gray', icon: IconLock },
};

/** The access that an inspection can include in addition to training records. */
export const sightLabels: Readonly<Record<InspectionSight, MessageDescriptor>> = {
  cvs: msg`CVs`,
  agreements: msg`Agreements`,
  documents: msg`Documents of the organizations`,
  bundle: msg`Audit trail bundle`,
};
