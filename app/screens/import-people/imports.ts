import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import type { ImportField } from '#shared/domain/people/import/fields.ts';

/** An import as the list shows it. */
export type ImportSummary = ResponseOf<typeof contract.list>[number];
/** One import. */
export type PeopleImport = ResponseOf<typeof contract.get>;
/** The numbers of an import: the changes it would make, or has made. */
export type ImportFigures = NonNullable<PeopleImport['figures']>;
/** A row of an import. */
export type ImportRow = ResponseOf<typeof contract.rows>['rows'][number];

/** The names of the fields. */
export const fieldLabels: Readonly<Record<ImportField, MessageDescriptor>> = {
  external_id: msg`External ID`,
  email: msg`Email`,
  first_name: msg`First name`,
  last_name: msg`Last name`,
  role: msg`Role`,
  organization: msg`Organization`,
  department: msg`Department`,
  job_title: msg`Job title`,
  manager: msg`Manager`,
  active: msg`Active`,
};

/** Results of rows, in the order in which they are offered. */
export const outcomeLabels: Readonly<Record<ImportRow['outcome'], MessageDescriptor>> = {
  bad: msg`Errors`,
  created: msg`Created`,
  reactivated: msg`Activated`,
  deactivated: msg`Deactivated`,
  moved: msg`Moved`,
  changed: msg`Changed`,
  unchanged: msg`Unchanged`,
  missing: msg`Missing in the file`,
};
