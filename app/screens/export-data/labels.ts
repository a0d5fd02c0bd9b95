import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ExportPeriod } from '#shared/domain/reports/export-period.ts';
import type { DataSetName, ExportKind } from '#shared/domain/reports/data-sets.ts';

/** The names of data sets (RPT-03). */
export const dataSetLabels: Readonly<Record<DataSetName, MessageDescriptor>> = {
  people: msg`People`,
  assignments: msg`Assignments`,
  completions: msg`Completions`,
  training: msg`Training Status`,
  matrix: msg`Training Matrix`,
  audit: msg`Audit Trail`,
  report: msg`Completion Report`,
};

/** The names of all kinds of a person's exports. */
export const exportLabels: Readonly<Record<ExportKind, MessageDescriptor>> = {
  ...dataSetLabels,
  trail_bundle: msg`Audit trail bundle`,
  binder: msg`Training binder`,
};

/** The names of the periods that move with the day of an export. */
export const periodLabels: Readonly<Record<ExportPeriod, MessageDescriptor>> = {
  last_7_days: msg`Last 7 days`,
  last_30_days: msg`Last 30 days`,
  last_90_days: msg`Last 90 days`,
  last_month: msg`Last month`,
  this_month: msg`This month`,
  next_30_days: msg`Next 30 days`,
  since_last_run: msg`Since the previous run`,
};

/** A description of a row of each data set. */
export const dataSetHints: Readonly<Record<DataSetName, MessageDescriptor>> = {
  people: msg`One row per person, with organization, last activity and figures`,
  assignments: msg`One row per training of a person, with status and due date`,
  completions: msg`One row per completion, with signature and certificate`,
  training: msg`One row per person and module: the current cycle, or required and not assigned`,
  matrix: msg`One row per module of a matrix`,
  audit: msg`One row per action: who did what, when, why, and what changed`,
  report: msg`The completion report: each person with each training and its signature`,
};
