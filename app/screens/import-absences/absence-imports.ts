import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { AbsenceField } from '#shared/domain/assignments/absence-import/fields.ts';

/** One import of absences. */
export type AbsenceImport = ResponseOf<typeof contract.get>;
/** The numbers of an import: the absences it would record, or has recorded, and the due dates that move. */
export type AbsenceFigures = NonNullable<AbsenceImport['figures']>;
/** A row of an import. */
export type AbsenceRow = ResponseOf<typeof contract.rows>['rows'][number];

/** The address of the imports. */
export const importsAt = '/users/import-absences';

/** The names of the fields. */
export const fieldLabels: Readonly<Record<AbsenceField, MessageDescriptor>> = {
  email: msg`Email`,
  external_id: msg`External ID`,
  first_day: msg`First day away`,
  last_day: msg`Last day away`,
  kind: msg`Kind of absence`,
  note: msg`Note`,
};

/** Results of rows, in the order in which they are offered. */
export const outcomeLabels: Readonly<Record<AbsenceRow['outcome'], MessageDescriptor>> = {
  bad: msg`Errors`,
  recorded: msg`Recorded`,
  changed: msg`Changed`,
  unchanged: msg`Known already`,
};
