import type { Language } from '#shared/domain/people/settings.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import { evidenceTime, type Precision } from '#shared/domain/calendar/evidence-time.ts';
import { fullName, shownJobTitle } from '#shared/domain/people/names.ts';
import type { AssignmentRow, completionsOf } from '#server/domains/assignments/index.ts';
import type { Certificate } from '#server/domains/certificates/index.ts';
import type { cvOfPerson } from '#server/domains/hr/index.ts';
import type { PdfColumn } from '#server/platform/pdf/pdf-table.ts';
import type { TrainingFile } from './training-file.ts';
import { moveText, versionText } from './version-words.ts';
import { fileTexts, type FileTexts } from './training-file-texts.ts';

/** A completion as the history of a person has it. */
export type Completion = Awaited<ReturnType<typeof completionsOf>>['completions'][number];

/** A version of the CV with its signature, as the person's page has it. */
export type CvVersion = Awaited<ReturnType<typeof cvOfPerson>>['versions'][number];

const wide = (columns: readonly (readonly [title: string, width: number])[]): readonly PdfColumn[] =>
  columns.map(([title, width]) => ({ title, width, wraps: true }));

/** What the tables of a training file say, in the language and zone of the reader. */
export class FileWords {
  readonly texts: FileTexts;
  readonly #timeZone: string;
  readonly #language: Language;
  readonly #ownDays: Intl.DateTimeFormat;
  readonly #days: Intl.DateTimeFormat;
  readonly #percent: Intl.NumberFormat;

  constructor(language: Language, timeZone: string) {
    this.texts = fileTexts(language);
    this.#language = language;
    this.#timeZone = timeZone;
    this.#ownDays = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
    this.#days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    this.#percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  }

  /** An instant in the reader's zone, with the name of the zone. */
  instant(value: Date): string {
    return this.#evidence(value, this.#timeZone);
  }

  /** Who the file is about. */
  facts({ user, manager }: TrainingFile['person']): readonly (readonly [string, string])[] {
    const { texts } = this;
    const known = (value: string | null | undefined) => value || texts.notSpecified;
    return [
      [texts.email, user.email],
      [texts.jobTitle, known(shownJobTitle(user.jobTitle))],
      [texts.role, texts.roles[user.role]],
      [texts.organization, user.organizationName ?? texts.noOrganization],
      [texts.department, known(user.departmentName)],
      [texts.manager, manager ? fullName(manager) || manager.email : texts.notSpecified],
    ];
  }

  assignmentColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.module, 190],
      [texts.cycle, 38],
      [texts.version, 56],
      [texts.status, 72],
      [texts.assigned, 64],
      [texts.due, 104],
      [texts.completed, 96],
      [texts.score, 50],
      [texts.origin, 100],
    ]);
  }

  assignment(row: AssignmentRow): readonly string[] {
    const { texts } = this;
    const origin = [row.matrixName ?? row.assignedByName, row.isOnboardingRequired ? texts.onboarding : null];
    return [
      titled(row.title, row.reference),
      String(row.cycle),
      versionText(row.versionCompleted ?? row.versionNumber, row.effectiveVersion, this.#language),
      row.status === 'voided' ? texts.voided : texts.statuses[row.status],
      this.#day(row.assignedDate),
      this.#due(row),
      this.#completedOf(row),
      this.#score(row.score),
      origin.filter((part) => part !== null).join(' · '),
    ];
  }

  completionColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.module, 180],
      [texts.cycle, 38],
      [texts.version, 130],
      [texts.completed, 92],
      [texts.score, 50],
      [texts.signature, 190],
      [texts.certificate, 90],
    ]);
  }

  completion(row: Completion): readonly string[] {
    const { texts } = this;
    const removed =
      row.voidedAt === null
        ? ''
        : ` ${texts.voided}: ${this.#day(row.voidedAt)}${this.#withdrawal(row, ', ')}`;
    return [
      titled(row.moduleTitle, row.moduleReference) + removed,
      String(row.cycle),
      `${versionText(row.versionNumber, row.effectiveVersion, this.#language)} · ${texts.content} ${row.versionHash}`,
      this.#completed(row),
      this.#score(row.score),
      this.#signature(row),
      row.certificateNumber ?? '',
    ];
  }

  certificateColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.certificate, 130],
      [texts.module, 270],
      [texts.version, 42],
      [texts.issued, 90],
      [texts.validUntil, 90],
      [texts.status, 148],
    ]);
  }

  certificate(row: Certificate): readonly string[] {
    const { texts } = this;
    const fault = row.fault === null ? null : texts.faults[row.fault];
    const why = fault ?? (row.status === 'revoked' ? row.reason : null);
    return [
      row.number,
      titled(row.moduleTitle, row.moduleReference),
      String(row.versionNumber),
      this.#evidence(row.issuedAt, row.timeZone),
      row.expiresOn === null ? texts.noEnd : this.#date(row.expiresOn),
      why === null ? texts.worth[row.status] : `${texts.worth[row.status]}: ${why}`,
    ];
  }

  cvColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.version, 42],
      [texts.cvFile, 300],
      [texts.uploaded, 90],
      [texts.signature, 248],
      [texts.validUntil, 90],
    ]);
  }

  cv({ number, file, uploadedAt, validUntil, signature }: CvVersion): readonly string[] {
    const { texts } = this;
    return [
      String(number),
      `${file.name} · ${texts.content} ${file.sha256}`,
      this.#day(uploadedAt),
      signature === null ? texts.waitsForSignature : this.#signedAs(signature),
      this.#date(validUntil),
    ];
  }

  removedColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.module, 270],
      [texts.cycle, 38],
      [texts.assigned, 80],
      [texts.due, 80],
      [texts.removedOn, 80],
      [texts.reason, 222],
    ]);
  }

  removed(row: AssignmentRow): readonly string[] {
    return [
      titled(row.title, row.reference),
      String(row.cycle),
      this.#day(row.assignedDate),
      this.#date(row.dueDate),
      row.voidedAt === null ? '' : this.#day(row.voidedAt),
      this.#withdrawal(row),
    ];
  }

  /** Why a training was withdrawn, after `before`: by the product itself, or in the words of a person. */
  #withdrawal(
    { voidedCode, voidedReason }: Pick<AssignmentRow, 'voidedCode' | 'voidedReason'>,
    before = '',
  ): string {
    const why = voidedCode === null ? voidedReason : this.texts.removals[voidedCode];
    return why ? before + why : '';
  }

  /** The signature of a completion, or why there is none. */
  #signature({ signature, kind, recordedAt, recordedByName, reason, timeZone }: Completion): string {
    const { texts } = this;
    const signed = this.#signedAs(signature);
    if (signature.printedName !== null) return signed;
    if (kind === 'completion') return `${signed}${texts.notSigned}`;
    const who = [this.#evidence(recordedAt, timeZone), recordedByName].filter(Boolean).join(', ');
    return `${signed}${texts.recordedAfterwards}: ${who}. ${texts.reason}: ${reason ?? ''}`;
  }

  /** Printed name, time with zone and meaning (21 CFR 11.50); before it what does not hold (SIG-04). */
  #signedAs({
    reasonCode,
    printedName,
    signedAt,
    timeZone,
    meaning,
  }: Completion['signature'] | NonNullable<CvVersion['signature']>): string {
    const { texts } = this;
    const fault = reasonCode === null ? '' : `${texts.notValid}: ${texts.faults[reasonCode]}. `;
    if (printedName === null || signedAt === null || timeZone === null) return fault;
    return `${fault}${printedName}, ${this.#evidence(signedAt, timeZone)}: ${meaning ?? ''}`;
  }

  /** Of a training of the past only the day is known (DI-01). */
  #completed({ kind, completedAt, timeZone }: Completion): string {
    return this.#evidence(completedAt, timeZone, kind === 'backdated' ? 'day' : 'time');
  }

  /** The due date, and how it was moved (RPT-05). */
  #due({ dueDate, dueDateMoved }: AssignmentRow): string {
    const moved = moveText(dueDateMoved, this.#language, (date) => this.#date(date));
    return moved === '' ? this.#date(dueDate) : `${this.#date(dueDate)} (${moved})`;
  }

  #completedOf({ completedAt, completedTimeZone, completionKind }: AssignmentRow): string {
    if (completedAt === null || completedTimeZone === null) return '';
    return this.#evidence(completedAt, completedTimeZone, completionKind === 'backdated' ? 'day' : 'time');
  }

  #evidence(value: Date, timeZone: string, precision: Precision = 'time'): string {
    return evidenceTime(value, timeZone, this.#language, precision).text;
  }

  #day(value: Date): string {
    return this.#ownDays.format(value);
  }

  #date(value: string | null): string {
    return value === null ? '' : this.#days.format(new Date(`${value}T00:00:00Z`));
  }

  #score(value: number | null): string {
    return value === null ? '' : this.#percent.format(value / 100);
  }
}
