import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import type { PastField } from '#shared/domain/assignments/past/fields.ts';
import type { Reliance } from '#shared/domain/assignments/past/reliance.ts';

/** One import of past completions. */
export type PastImport = ResponseOf<typeof contract.get>;
/** The numbers of an import: the completions it would record, or has recorded. */
export type PastFigures = NonNullable<PastImport['figures']>;
/** A row of an import. */
export type PastRow = ResponseOf<typeof contract.rows>['rows'][number];

/** The address of the imports. */
export const importsAt = '/users/import-completions';

/** The names of the fields. */
export const fieldLabels: Readonly<Record<PastField, MessageDescriptor>> = {
  email: msg`Email`,
  external_id: msg`External ID`,
  module: msg`Module (title or code)`,
  version: msg`Version`,
  completed_on: msg`Day of completion`,
  source: msg`Source`,
  certificate_file: msg`Certificate file`,
};

/** Results of rows, in the order in which they are offered. */
export const outcomeLabels: Readonly<Record<PastRow['outcome'], MessageDescriptor>> = {
  bad: msg`Errors`,
  completes: msg`Completes an open training`,
  recorded: msg`Recorded`,
  unchanged: msg`Known already`,
};

/** The kinds of records that depend on an import. */
export const relianceLabels: Readonly<Record<Reliance, MessageDescriptor>> = {
  later_training: msg`later trainings were started or completed`,
  paper: msg`papers with these completions were issued`,
};
