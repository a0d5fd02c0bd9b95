import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PaperKind } from '#shared/domain/papers/paper-kinds.ts';

/** The names of papers on the page that checks them (INS-03). */
export const paperLabels: Readonly<Record<PaperKind, MessageDescriptor>> = {
  people: msg`People`,
  assignments: msg`Assignments`,
  completions: msg`Completions`,
  training: msg`Training Status`,
  matrix: msg`Training Matrix`,
  audit: msg`Audit Trail`,
  report: msg`Completion Report`,
  trail_bundle: msg`Audit trail bundle`,
  training_file: msg`Training File`,
  signature_sheet: msg`Signature sheet`,
  binder: msg`Training binder`,
  qualified: msg`Qualification on a day`,
  certificate: msg`Certificate`,
  agreement: msg`Agreement`,
  compliance: msg`Compliance figures`,
  access_review: msg`Access review`,
};
