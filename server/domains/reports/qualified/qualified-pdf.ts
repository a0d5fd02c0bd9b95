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
import { say } from '#server/platform/texts/say.ts';
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
    title: `${say(language, texts.title)}: ${fullName(answer.person) || answer.person.email}`,
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
  const pages = new FilePages(doc, paperFooter(paper, `${say(language, texts.title)}: ${person}`));
  const module = titled(answer.module.title, answer.module.reference);
  const inForce = answer.versionInForce;
  pages.head(
    answer.versionAsked === null
      ? say(language, texts.question, { person, module, day: date(answer.day) })
      : say(language, texts.questionOfVersion, {
          person,
          module,
          version: answer.versionAsked.number,
          day: date(answer.day),
        }),
    [
      [say(language, texts.day), date(answer.day)],
      [words.email, answer.person.email],
      [words.jobTitle, answer.person.jobTitle || words.notSpecified],
      [words.organization, answer.person.organizationName ?? words.noOrganization],
      [words.department, answer.person.departmentName ?? words.notSpecified],
      [
        say(language, texts.versionInForce),
        inForce === null
          ? say(language, texts.noVersion)
          : `${String(inForce.number)} (${time(inForce.effectiveFrom, answer.timeZone)})`,
      ],
      ...versionFacts(answer.versionAsked),
      ...awayFacts(answer.away),
    ],
    [
      ...paperLines(paper, say(language, texts.scope, { person, module }), paperTexts.copyOf.qualified),
      say(language, texts.dayEnded, { time: `${time(answer.until, answer.timeZone)} (${answer.timeZone})` }),
      say(language, texts.proof, { key: signed.keyId, hash: sha256Hex(signed.text) }),
    ],
  );

  const readings = pages.table(
    say(language, texts.answer),
    columns([
      [say(language, texts.reading), 110],
      [say(language, texts.answer), 110],
      [say(language, texts.why), 250],
      [say(language, texts.since), 80],
      [words.version, 40],
      [words.completed, 100],
      [say(language, texts.validUntil), 80],
    ]),
  );
  for (const [name, reading] of [
    [texts.knownThen, answer.asKnownThen],
    [texts.knownNow, answer.asKnownNow],
  ] as const) {
    const why = [
      say(language, texts.reasons[reading.reason]),
      reading.missingVersion === null
        ? ''
        : say(language, texts.missing, { version: reading.missingVersion }),
      reading.dueDate === null ? '' : say(language, texts.due, { date: date(reading.dueDate) }),
    ];
    readings.row([
      say(language, name),
      say(language, texts.answers[reading.answer]),
      why.filter((part) => part !== '').join(' '),
      date(reading.since),
      reading.version === null ? '' : String(reading.version),
      time(reading.completedAt, reading.completedTimeZone, reading.completionKind),
      reading.completedAt !== null && reading.validUntil === null ? words.noEnd : date(reading.validUntil),
    ]);
  }
  pages.end(readings, say(language, texts.none));

  const required = pages.table(
    say(language, texts.requirements),
    columns([
      [say(language, texts.requirements), 450],
      [say(language, texts.requiredSince), 160],
      [say(language, texts.dueDate), 160],
    ]),
  );
  for (const { name, since } of answer.matrices)
    required.row([say(language, texts.matrix, { name }), date(since), '']);
  for (const { cycle, assignedOn, dueDate, isRequired } of answer.assignments)
    required.row([
      say(language, isRequired ? texts.assignment : texts.optionalAssignment, { cycle }),
      date(assignedOn),
      date(dueDate),
    ]);
  pages.end(required, say(language, texts.none));

  const completions = pages.table(
    say(language, texts.completions),
    columns([
      [words.version, 40],
      [words.completed, 95],
      [say(language, texts.validUntil), 75],
      [words.signature, 260],
      [words.certificate, 90],
      [say(language, texts.knownThen), 105],
      [say(language, texts.knownNow), 105],
    ]),
  );
  for (const row of answer.completions) {
    const aside = (why: typeof row.asideThen) =>
      say(language, why === null ? texts.counts : texts.aside[why]);
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
  pages.end(completions, say(language, texts.none));

  function awayFacts(away: Answer['away']): readonly (readonly [string, string])[] {
    if (away === undefined) return [];
    const { asKnownThen, asKnownNow } = away;
    const known = asKnownThen && asKnownNow ? 'awayInBoth' : asKnownNow ? 'awayKnownNow' : 'awayKnownThen';
    return [[say(language, texts.away), say(language, texts[known])]];
  }

  function versionFacts(asked: Answer['versionAsked']): readonly (readonly [string, string])[] {
    if (asked === null) return [];
    const { number: version, standing, effectiveFrom, replacedBy } = asked;
    const standings = [
      say(language, texts.standings[standing]),
      say(language, texts.effectiveFrom, { time: time(effectiveFrom, answer.timeZone) }),
      replacedBy === null
        ? ''
        : say(language, texts.replacedBy, {
            version: replacedBy.number,
            time: time(replacedBy.effectiveFrom, answer.timeZone),
          }),
    ];
    const said = ({ completion, why, ...of }: (typeof asked)['asKnownThen']) =>
      completion === 'none'
        ? say(language, texts.versionNotCompleted)
        : [
            say(language, texts.versionCompleted, {
              time: time(of.completedAt, of.completedTimeZone, of.completionKind),
            }),
            say(language, why === null ? texts.versionCounts : texts.aside[why]),
          ].join(' · ');
    return [
      [say(language, texts.versionAsked, { version }), standings.filter(Boolean).join(' ')],
      [
        `${say(language, texts.versionAsked, { version })}: ${say(language, texts.knownThen)}`,
        said(asked.asKnownThen),
      ],
      [
        `${say(language, texts.versionAsked, { version })}: ${say(language, texts.knownNow)}`,
        said(asked.asKnownNow),
      ],
    ];
  }

  function signatureOf(row: Answer['completions'][number]): string {
    const { signature } = row;
    if (signature === null) return say(language, texts.noRecord);
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
