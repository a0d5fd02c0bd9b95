import { sourceText } from '../source-text.ts';
import { isDayOnly, type CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import { qualifiedContract } from '#shared/contract/qualified.ts';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { paperFooter, paperLines, paperTexts, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { attachJson, signedJson } from '#server/platform/papers/signed-json.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import type { PdfColumn } from '#server/platform/pdf/pdf-table.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { FilePages } from '#server/platform/pdf/file-pages.ts';
import { fileTexts } from '../training-file-texts.ts';
import { qualifiedTexts as texts } from './qualified-texts.ts';
import type { Answer } from './qualified.ts';

/** The content of the document. */
export interface QualifiedPaper extends PaperHead {
  readonly answer: Answer;
}

/** Writes an answer as PDF with the signed answer attached (INS-02). */
export function qualifiedPdf(keys: KeySource, paper: QualifiedPaper): PDFKit.PDFDocument {
  const answer = qualifiedContract.answer.response.parse(paper.answer);
  const signed = signedJson(keys, 'traintrail-qualified-1', answer, paper.asOf);
  const doc = open(paper);
  write(doc, paper, signed);
  attachJson(doc, 'answer.json', signed.text, paper.asOf);
  doc.end();
  return doc;
}

const open = ({ answer, language, asOf }: QualifiedPaper): PDFKit.PDFDocument =>
  openPdf({
    title: `${translate(language, texts.title)}: ${fullName(answer.person) || answer.person.email}`,
    language,
    layout: 'landscape',
    date: asOf,
    margin: 36,
  });

function write(
  doc: PDFKit.PDFDocument,
  paper: QualifiedPaper,
  signed: { readonly text: string; readonly keyId: string },
): void {
  const { answer, language } = paper;
  const words = fileTexts(language);
  const person = fullName(answer.person) || answer.person.email;
  const date = (day: string | null) => (day === null ? '' : dayText(day, language));
  const time = (at: Date | string | null, zone: string | null, kind: CompletionKind | null = null) =>
    at === null
      ? ''
      : evidenceTime(new Date(at), zone ?? 'UTC', language, isDayOnly(kind) ? 'day' : 'time').text;
  const pages = new FilePages(doc, paperFooter(paper, `${translate(language, texts.title)}: ${person}`));
  const module = titled(answer.module.title, answer.module.reference);
  const inForce = answer.versionInForce;
  pages.head(
    answer.versionAsked === null
      ? translate(language, texts.question, { person, module, day: date(answer.day) })
      : translate(language, texts.questionOfVersion, {
          person,
          module,
          version: answer.versionAsked.number,
          day: date(answer.day),
        }),
    [
      [translate(language, texts.day), date(answer.day)],
      [words.email, answer.person.email],
      [words.jobTitle, answer.person.jobTitle || words.notSpecified],
      [words.organization, answer.person.organizationName ?? words.noOrganization],
      [words.department, answer.person.departmentName ?? words.notSpecified],
      [
        translate(language, texts.versionInForce),
        inForce === null
          ? translate(language, texts.noVersion)
          : `${String(inForce.number)} (${time(inForce.effectiveFrom, answer.timeZone)})`,
      ],
      ...versionFacts(answer.versionAsked),
      ...awayFacts(answer.away),
    ],
    [
      ...paperLines(paper, translate(language, texts.scope, { person, module }), paperTexts.copyOf.qualified),
      translate(language, texts.dayEnded, { time: time(answer.until, answer.timeZone) }),
      translate(language, texts.proof, { key: signed.keyId, hash: sha256Hex(signed.text) }),
    ],
  );

  const readings = pages.table(
    translate(language, texts.answer),
    columns([
      [translate(language, texts.reading), 110],
      [translate(language, texts.answer), 110],
      [translate(language, texts.why), 250],
      [translate(language, texts.since), 80],
      [words.version, 40],
      [words.completed, 100],
      [translate(language, texts.validUntil), 80],
    ]),
  );
  for (const [name, reading] of [
    [texts.knownThen, answer.asKnownThen],
    [texts.knownNow, answer.asKnownNow],
  ] as const) {
    const why = [
      translate(language, texts.reasons[reading.reason]),
      reading.missingVersion === null
        ? ''
        : translate(language, texts.missing, { version: reading.missingVersion }),
      reading.dueDate === null ? '' : translate(language, texts.due, { date: date(reading.dueDate) }),
    ];
    readings.row([
      translate(language, name),
      translate(language, texts.answers[reading.answer]),
      why.filter((part) => part !== '').join(' '),
      date(reading.since),
      reading.version === null ? '' : String(reading.version),
      time(reading.completedAt, reading.completedTimeZone, reading.completionKind),
      reading.completedAt !== null && reading.validUntil === null ? words.noEnd : date(reading.validUntil),
    ]);
  }
  pages.end(readings, translate(language, texts.none));

  const required = pages.table(
    translate(language, texts.requirements),
    columns([
      [translate(language, texts.requirements), 450],
      [translate(language, texts.requiredSince), 160],
      [translate(language, texts.dueDate), 160],
    ]),
  );
  for (const { name, since } of answer.matrices)
    required.row([translate(language, texts.matrix, { name }), date(since), '']);
  for (const { cycle, assignedOn, dueDate, isRequired } of answer.assignments)
    required.row([
      translate(language, isRequired ? texts.assignment : texts.optionalAssignment, { cycle }),
      date(assignedOn),
      date(dueDate),
    ]);
  pages.end(required, translate(language, texts.none));

  const completions = pages.table(
    translate(language, texts.completions),
    columns([
      [words.version, 40],
      [words.completed, 95],
      [translate(language, texts.validUntil), 75],
      [words.signature, 260],
      [words.certificate, 90],
      [translate(language, texts.knownThen), 105],
      [translate(language, texts.knownNow), 105],
    ]),
  );
  for (const row of answer.completions) {
    const aside = (why: typeof row.asideThen) =>
      translate(language, why === null ? texts.counts : texts.aside[why]);
    completions.row([
      String(row.version),
      time(row.completedAt, row.completedTimeZone, row.completionKind),
      row.validUntil === null ? words.noEnd : date(row.validUntil),
      signatureOf(row),
      row.certificateNumber ?? '',
      aside(row.asideThen),
      aside(row.asideNow),
    ]);
  }
  pages.end(completions, translate(language, texts.none));

  function awayFacts(away: Answer['away']): readonly (readonly [string, string])[] {
    if (away === undefined) return [];
    const { asKnownThen, asKnownNow } = away;
    const known = asKnownThen && asKnownNow ? 'awayInBoth' : asKnownNow ? 'awayKnownNow' : 'awayKnownThen';
    return [[translate(language, texts.away), translate(language, texts[known])]];
  }

  function versionFacts(asked: Answer['versionAsked']): readonly (readonly [string, string])[] {
    if (asked === null) return [];
    const { number: version, standing, effectiveFrom, replacedBy } = asked;
    const standings = [
      translate(language, texts.standings[standing]),
      translate(language, texts.effectiveFrom, { time: time(effectiveFrom, answer.timeZone) }),
      replacedBy === null
        ? ''
        : translate(language, texts.replacedBy, {
            version: replacedBy.number,
            time: time(replacedBy.effectiveFrom, answer.timeZone),
          }),
    ];
    const said = ({ completion, why, ...of }: (typeof asked)['asKnownThen']) =>
      completion === 'none'
        ? translate(language, texts.versionNotCompleted)
        : [
            translate(language, texts.versionCompleted, {
              time: time(of.completedAt, of.completedTimeZone, of.completionKind),
            }),
            translate(language, why === null ? texts.versionCounts : texts.aside[why]),
          ].join(' · ');
    return [
      [translate(language, texts.versionAsked, { version }), standings.filter(Boolean).join(' ')],
      [
        `${translate(language, texts.versionAsked, { version })}: ${translate(language, texts.knownThen)}`,
        said(asked.asKnownThen),
      ],
      [
        `${translate(language, texts.versionAsked, { version })}: ${translate(language, texts.knownNow)}`,
        said(asked.asKnownNow),
      ],
    ];
  }

  function signatureOf(row: Answer['completions'][number]): string {
    const { signature } = row;
    if (signature === null) return translate(language, texts.noRecord);
    const fault =
      signature.reasonCode === null ? '' : `${words.notValid}: ${words.faults[signature.reasonCode]}.`;
    const signedBy =
      signature.printedName === null
        ? ''
        : `${signature.printedName}, ${time(signature.signedAt, signature.timeZone)}: ${signature.meaning ?? ''}`;
    const afterwards =
      row.source === null
        ? `${words.recordedAfterwards}: `
        : `${sourceText(row.source, words)}. ${words.importedBy}: `;
    const unsigned = isDayOnly(row.completionKind)
      ? `${afterwards}${[time(row.recordedAt, row.completedTimeZone), row.recordedByName].filter(Boolean).join(', ')}. ${words.reason}: ${row.reason ?? ''}`
      : words.notSigned;
    const why = row.voidedCode === null ? row.voidedReason : words.removals[row.voidedCode];
    const voided =
      row.voidedAt === null
        ? ''
        : `${words.voided}: ${time(row.voidedAt, answer.timeZone)}${why ? `, ${why}` : ''}.`;
    return [fault, signedBy === '' ? unsigned : signedBy, voided].filter((part) => part !== '').join(' ');
  }
}

const columns = (all: readonly (readonly [title: string, width: number])[]): readonly PdfColumn[] =>
  all.map(([title, width]) => ({ title, width, wraps: true }));

const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
