import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconCalendarCheck,
  IconCalendarOff,
  IconCalendarPause,
  IconCalendarTime,
  type Icon,
} from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { absencesContract } from '#shared/contract/absences.ts';
import type { AbsenceKind, AbsenceState } from '#shared/domain/people/absences.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** The absences of a person as the server returns them. */
export type PersonAbsences = ResponseOf<typeof absencesContract.list>;
/** One absence. */
export type Absence = PersonAbsences['absences'][number];

/** The reasons why a person is away (USR-10). */
export const absenceKindLabels: Readonly<Record<AbsenceKind, MessageDescriptor>> = {
  leave: msg`Leave`,
  parental: msg`Parental leave`,
  sick: msg`Sick leave`,
};

/** The label, tone and icon of each state of an absence. */
export const absenceStateLooks: Readonly<
  Record<AbsenceState, readonly [label: MessageDescriptor, tone: Tone, icon: Icon]>
> = {
  planned: [msg({ message: 'Planned', context: 'absence' }), 'blue', IconCalendarTime],
  away: [msg`Away`, 'violet', IconCalendarPause],
  over: [msg({ message: 'Over', context: 'absence' }), 'gray', IconCalendarCheck],
  voided: [msg({ message: 'Voided', context: 'absence' }), 'gray', IconCalendarOff],
};
