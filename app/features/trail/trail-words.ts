import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import type { TrailVoice } from '#shared/domain/audit/trail-sentence.ts';
import { useFormat, type Format } from '#app/lib/format.ts';

/** One row of the trail. */
export type Entry = ResponseOf<typeof contract.list>['rows'][number];
/** The changes of one event. */
export type Part = ResponseOf<typeof contract.get>['parts'][number];
/** A field that changed. */
export type Change = Entry['changes'][number];

const voiceOf = (i18n: I18n, { date, dateTime, number, list }: Format): TrailVoice => ({
  say: ({ id }, values) => i18n._(id, values),
  known: (id, values) => (i18n.messages[id] === undefined ? undefined : i18n._(id, values)),
  date,
  dateTime,
  number: (value) => number(value, 2),
  list,
});

/** The texts and formats of the trail for the signed-in person (AUD-03). */
export function useVoice(): TrailVoice {
  const { i18n } = useLingui();
  return voiceOf(i18n, useFormat());
}
