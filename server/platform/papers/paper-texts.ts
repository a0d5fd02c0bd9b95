import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { defineTexts, type Text } from '#shared/texts/define-texts.ts';
import { translate } from '#server/platform/texts/translate.ts';

/** The texts of every paper about itself (INS-03). */
export const paperTexts = defineTexts('paper', {
  asOf: 'As of',
  requestedBy: 'Requested by',
  scope: 'Scope',
  certified: 'Certified copy',
  check: 'To check this file, open the page /verify of this installation.',
  pageOf: 'Page {page} of {total}',
  copyOf: {
    table:
      'This is a certified copy of the electronic records in this scope, complete and unchanged, as of the time above.',
    trainingFile:
      'This is a certified copy of the electronic training records of this person, complete and unchanged, as of the time above.',
    trainingRecord:
      'This is a certified copy of this electronic training record, complete and unchanged, as of the time above.',
    signatures:
      'This is a certified copy of the electronic signatures of this person, complete and unchanged, as of the time above.',
    binder:
      'This is a certified copy of the electronic training files of these people, complete and unchanged, as of the time above.',
    certificate:
      'This is a certified copy of the electronic certificate, complete and unchanged, as of the time above.',
    agreement:
      'This is a certified copy of the signed electronic agreement and of its signatures, complete and unchanged, as of the time above.',
    accessReview:
      'This is a certified copy of the electronic access review, complete and unchanged, as of the time above.',
    qualified:
      'This is a certified copy of the electronic records on which this answer is based, complete and unchanged, as of the time above.',
  },
});

/** The requester of a paper, its time, and the way in which it is printed. */
export interface PaperHead {
  readonly asOf: Date;
  readonly timeZone: string;
  readonly language: Language;
  /** By name. */
  readonly requestedBy: string;
}

/** Returns the instant of a paper in the zone of its reader, and exactly, so that the same paper can be requested again. */
export const asOfText = ({ asOf, timeZone, language }: Omit<PaperHead, 'requestedBy'>): string =>
  `${evidenceTime(asOf, timeZone, language).text} · ${asOf.toISOString()}`;

/** Returns the lines of a paper with its time, its requester, its original and its scope. */
export function paperLines(head: PaperHead, scope: string, copyOf: Text): readonly string[] {
  const { language, requestedBy } = head;
  const named = (name: Text, value: string) => `${translate(language, name)}: ${value}`;
  return [
    `${named(paperTexts.asOf, asOfText(head))} · ${named(paperTexts.requestedBy, requestedBy)}`,
    named(paperTexts.scope, scope),
    named(paperTexts.certified, certifiedText(language, copyOf)),
  ];
}

/** Names the original of a certified copy, and explains how to check it. */
export const certifiedText = (language: Language, copyOf: Text): string =>
  `${translate(language, copyOf)} ${translate(language, paperTexts.check)}`;

/** Returns the footer of a page up to the number of all pages: title, instant, requester and page. */
export function paperFooter(head: PaperHead, title: string): (page: number) => string {
  const { language, timeZone, requestedBy } = head;
  const asOf = `${translate(language, paperTexts.asOf)} ${evidenceTime(head.asOf, timeZone, language).text}`;
  const number = new Intl.NumberFormat(language);
  return (page) =>
    [
      title,
      asOf,
      requestedBy,
      translate(language, paperTexts.pageOf, { page: number.format(page), total: '' }).trimEnd(),
    ].join(' · ');
}
