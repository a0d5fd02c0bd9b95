import { isDayOnly } from '#shared/domain/signatures/training-record.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import type { RecordValidity } from '#server/domains/assignments/index.ts';
import { paperFooter, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { regularYield } from '#server/platform/pdf/regular-yield.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import { PdfTable, type PdfColumn } from '#server/platform/pdf/pdf-table.ts';
import type { OrganizationCounts } from './completion.queries.ts';
import { completionTier, reportTotals } from './completion-report.ts';
import type { ExportRow } from './report-rows.ts';
import { moveText, versionText } from './version-words.ts';
import { translateAll } from '#server/platform/texts/translate.ts';
import { reportTexts, type ReportTexts } from './report-texts.ts';

/** The content of a report's PDF. */
export interface PdfReport extends PaperHead {
  readonly organizations: readonly OrganizationCounts[];
  readonly batches: AsyncIterable<{
    rows: readonly ExportRow[];
    validity: ReadonlyMap<number, RecordValidity>;
  }>;
  /** The request, its reach, its instant, its zone and its requester: name and value (RPT-02). */
  readonly about: readonly (readonly [name: string, value: string])[];
}

/** Writes the completion report as PDF into the returned document, page by page (RPT-02); errors destroy it. */
export function pdfReport(report: PdfReport): PDFKit.PDFDocument {
  const texts = translateAll(report.language, reportTexts);
  const doc = openPdf({
    title: texts.title,
    language: report.language,
    layout: 'landscape',
    date: report.asOf,
    margin: 36,
  });
  write(doc, report, texts).then(
    () => doc.end(),
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return doc;
}

async function write(doc: PDFKit.PDFDocument, report: PdfReport, texts: ReportTexts): Promise<void> {
  const number = new Intl.NumberFormat(report.language);
  const percent = new Intl.NumberFormat(report.language, { style: 'percent', maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(report.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const calendarDay = (value: string | null) =>
    value === null ? '' : days.format(new Date(`${value}T00:00:00Z`));
  const style = {
    fontSize: 7.5,
    lineHeight: 8.8,
    air: 1,
    footer: paperFooter(report, texts.title),
  };

  doc.addPage();
  doc.font('bold').fontSize(20).fillColor('#0f766e').text(texts.title, 36, 36, { lineBreak: false });
  const totals = reportTotals(report.organizations);
  const facts = [
    `${texts.people}: ${number.format(totals.totalUsers)}`,
    `${texts.assignments}: ${number.format(totals.totalAssignments)}`,
    `${texts.completionRate}: ${totals.totalAssignments === 0 ? texts.noData : percent.format(totals.overallSystemCompletionRate / 100)}`,
  ];
  doc
    .font('regular')
    .fontSize(9)
    .fillColor('#334155')
    .text(facts.join('   ·   '), 36, 64, { lineBreak: false });
  let y = 80;
  for (const [name, value] of report.about) {
    doc.text(`${name}: ${value}`, 36, y, { width: 770 });
    y = doc.y + 2;
  }

  const organizations = new PdfTable(doc, organizationColumns(texts), style);
  organizations.startAt(y + 12, 1);
  for (const row of report.organizations) {
    const tier = completionTier(row.completedAssignments, row.totalAssignments);
    organizations.row([
      row.orgName ?? texts.noOrganization,
      `${number.format(row.activeUsers)} / ${number.format(row.totalUsers)}`,
      number.format(row.totalAssignments),
      number.format(row.completedAssignments),
      number.format(row.overdueAssignments),
      number.format(row.expiredAssignments),
      tier === 'none'
        ? texts.noData
        : `${percent.format(rate(row.completedAssignments, row.totalAssignments) / 100)} ${texts.tiers[tier]}`,
      row.averageCompletionTime === null ? '' : number.format(row.averageCompletionTime),
    ]);
  }

  const people = new PdfTable(doc, personColumns(texts), style);
  people.startAt(organizations.y + 12, organizations.page, true);
  const statements = new Statements();
  let person: string | undefined;
  const giveTurn = regularYield();
  for await (const { rows, validity } of report.batches) {
    for (const row of rows) {
      if (row.email !== person)
        people.group(`${row.lastName}, ${row.firstName} · ${row.organization ?? texts.noOrganization}`);
      person = row.email;
      const evidence = row.recordId === null ? undefined : validity.get(row.recordId);
      const completed = completedText(row, report.language);
      people.row([
        row.module === null ? '' : titled(row.module, row.reference),
        versionText(row.version, row.effectiveVersion, report.language),
        row.status === null ? texts.noData : texts.statuses[row.status],
        dueText(row, report.language, calendarDay),
        completed,
        row.score ?? '',
        signatureText(evidence, { texts, language: report.language, completed, statements }),
      ]);
      await giveTurn();
    }
  }
  if (person === undefined) people.row([texts.nobody]);
  if (statements.all.length === 0) return;
  const signed = new PdfTable(doc, [{ title: texts.statements, width: 769, wraps: true }], style);
  signed.startAt(people.y + 12, people.page, true);
  for (const [index, statement] of statements.all.entries())
    signed.row([`[${number.format(index + 1)}] ${statement}`]);
}

/** The statements that were signed, each printed once at the end and named by its number in the lines. */
class Statements {
  readonly #numbers = new Map<string, number>();

  numberOf(statement: string): number {
    const known = this.#numbers.get(statement) ?? this.#numbers.size + 1;
    this.#numbers.set(statement, known);
    return known;
  }

  get all(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

function dueText(
  { dueDate, dueDateMoved }: ExportRow,
  language: Language,
  date: (value: string | null) => string,
): string {
  const moved = moveText(dueDateMoved, language, date);
  return moved === '' ? date(dueDate) : `${date(dueDate)} (${moved})`;
}

/** Returns when it was completed, in the zone of its record (RPT-05). For a past training only the day is known. */
function completedText(
  { completedDate, completedZone, completionKind }: ExportRow,
  language: Language,
): string {
  if (completedDate === null || completedZone === null) return '';
  const precision = isDayOnly(completionKind) ? 'day' : 'time';
  return evidenceTime(completedDate, completedZone, language, precision).text;
}

/**
 * Returns the validity of the signature, the printed name, the time if it differs from that of the completion, and the number of
 * the statement (SIG-04).
 */
function signatureText(
  evidence: RecordValidity | undefined,
  {
    texts,
    language,
    completed,
    statements,
  }: {
    readonly texts: ReportTexts;
    readonly language: Language;
    readonly completed: string;
    readonly statements: Statements;
  },
): string {
  if (!evidence) return '';
  const { signature } = evidence;
  const fault =
    evidence.reasonCode === null ? '' : `${texts.notValid}: ${texts.faults[evidence.reasonCode]}. `;
  if (!signature && evidence.state === 'not_signed')
    return evidence.kind === 'from_source' ? texts.fromSource : texts.notSigned;
  if (!signature) return fault;
  const signed = evidenceTime(signature.signedAt, signature.timeZone, language).text;
  const number = new Intl.NumberFormat(language).format(statements.numberOf(signature.meaning));
  return `${fault}${signature.printedName}${signed === completed ? '' : `, ${signed}`} [${number}]`;
}

function organizationColumns(texts: ReportTexts): readonly PdfColumn[] {
  return [
    { title: texts.organization, width: 190, wraps: true },
    { title: texts.people, width: 80, align: 'right' },
    { title: texts.assignments, width: 80, align: 'right' },
    { title: texts.completed, width: 80, align: 'right' },
    { title: texts.overdue, width: 70, align: 'right' },
    { title: texts.expired, width: 60, align: 'right' },
    { title: texts.completionRate, width: 130, align: 'right' },
    { title: texts.days, width: 79, align: 'right' },
  ];
}

function personColumns(texts: ReportTexts): readonly PdfColumn[] {
  return [
    { title: texts.module, width: 200, wraps: true },
    { title: texts.version, width: 52, wraps: true },
    { title: texts.status, width: 62, wraps: true },
    { title: texts.due, width: 90, wraps: true },
    { title: texts.completed, width: 216, wraps: true },
    { title: texts.score, width: 34 },
    { title: texts.signature, width: 115, wraps: true },
  ];
}
