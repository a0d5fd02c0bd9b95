import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import type { Format } from '#app/lib/format.ts';

/** One row of the trail. */
export type Entry = ResponseOf<typeof contract.list>['rows'][number];
/** What one event did. */
export type Part = ResponseOf<typeof contract.get>['parts'][number];
/** A field that changed. */
export type Change = Entry['changes'][number];

/** A text of `shared/trail` by its id; undefined where this version does not know the code. */
const known = (i18n: I18n, id: string, values?: Record<string, string>): string | undefined =>
  i18n.messages[id] === undefined ? undefined : i18n._(id, values);

/** For actions of other versions. */
const otherAction = msg({ message: '{actor} made changes' });
const otherField = msg`Other field`;
const otherRecord = msg`Other record`;
const origins = {
  system: msg`The system`,
  job: msg`The system`,
  command_line: msg`The command line`,
  request: msg`Someone not signed in`,
} as const;

const yes = msg`Yes`;
const no = msg`No`;
const removed = msg`(no longer exists)`;
const hidden = msg`(not shown)`;

/** Who acted: a person, or what stands for the system. */
export const actorOf = (i18n: I18n, { actor, origin }: Entry): string =>
  actor?.name ?? i18n._(origins[origin]);

/** What was done, without whom it concerns: 'Ana Ruiz changed a due date'. */
export function actionOf(i18n: I18n, entry: Entry): string {
  const actor = actorOf(i18n, entry);
  return (
    known(i18n, `trail.action.${entry.action}`, { actor }) ?? i18n._({ ...otherAction, values: { actor } })
  );
}

/** The name of a field. */
export const fieldName = (i18n: I18n, field: string): string =>
  known(i18n, `trail.field.${field}`) ?? i18n._(otherField);

/** The name of a kind of record. */
export const recordKind = (i18n: I18n, type: string): string =>
  known(i18n, `trail.record.${type}`) ?? i18n._(otherRecord);

/** A value as people read it, in their language and zone. */
export function valueText(
  i18n: I18n,
  format: Format,
  field: string,
  value: NonNullable<Change['after']>,
): string {
  const { kind, text } = value;
  if (text === null) return i18n._(kind === 'name' ? removed : hidden);
  switch (kind) {
    case 'day':
      return format.date(text);
    case 'instant':
      return format.dateTime(text);
    case 'number':
      return format.number(Number(text), 2);
    case 'flag':
      return i18n._(text === 'true' ? yes : no);
    case 'code': {
      const column = field.slice(field.lastIndexOf('.') + 1);
      return known(i18n, `trail.value.${column}.${text}`) ?? text;
    }
    case 'content':
    case 'name':
    case 'text':
      return text;
  }
}
