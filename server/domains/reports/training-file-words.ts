import { isDayOnly } from '#shared/domain/signatures/training-record.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { sourceText } from './source-text.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import { evidenceTime, type Precision } from '#shared/domain/calendar/evidence-time.ts';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import type { DueDateMove, ShownSignature } from '#server/domains/assignments/index.ts';
import type { cvOfPerson } from '#server/domains/hr/index.ts';
import type { PdfColumn } from '#server/platform/pdf/pdf-table.ts';
import { Numbered } from './numbered.ts';
import type { AbsenceAsOf } from './training-file-absences.ts';
import type { CompletionAsOf, OpenAsOf, PersonAsOf, RemovedAsOf } from './training-file.queries.ts';
import { moveText, versionText } from './version-words.ts';
import { fileTexts, type FileTexts } from './training-file-texts.ts';

/** A version of the CV with its signature, in the form of the person's page. */
export type CvVersion = Awaited<ReturnType<typeof cvOfPerson>>['versions'][number];

const wide = (columns: readonly (readonly [title: string, width: number])[]): readonly PdfColumn[] =>
  columns.map(([title, width]) => ({ title, width, wraps: true }));

/** The texts of the tables of a training file, in the language and zone of the reader. */
export class FileWords {
  readonly texts: FileTexts;
  /** The signed statements: each is printed once at the end, and referred to by its number. */
  readonly statements = new Numbered();
  /** The contents that were completed, by their SHA-256, with their names. */
  readonly contents = new Numbered();
  readonly #language: Language;
  readonly #ownDays: Intl.DateTimeFormat;
  readonly #days: Intl.DateTimeFormat;
  readonly #percent: Intl.NumberFormat;

  constructor(language: Language, timeZone: string) {
    this.texts = fileTexts(language);
    this.#language = language;
    this.#ownDays = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
    this.#days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    this.#percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  }

  /** Returns the facts about the person of the file. */
  facts(person: PersonAsOf): readonly (readonly [string, string])[] {
    const { texts } = this;
    const known = (value: string | null | undefined) => value || texts.notSpecified;
    return [
      [texts.email, person.email],
      [texts.jobTitle, known(shownJobTitle(person.jobTitle))],
      [texts.role, texts.roles[person.role]],
      [texts.organization, person.organizationName ?? texts.noOrganization],
      [texts.department, known(person.departmentName)],
      [texts.manager, known(person.managerName)],
    ];
  }

  completionColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.module, 138],
      [texts.cycle, 44],
      [texts.version, 46],
      [texts.assigned, 60],
      [texts.due, 82],
      [texts.completed, 96],
      [texts.score, 44],
      [texts.signature, 148],
      [texts.certificate, 112],
    ]);
  }

  /** Returns everything about a completion, in one row. */
  completion(row: CompletionAsOf): readonly string[] {
    const { texts } = this;
    const module = titled(row.moduleTitle, row.moduleReference);
    const removed =
      row.voidedAt === null
        ? ''
        : ` ${texts.voided}: ${this.#day(row.voidedAt)}${this.#withdrawal(row, ', ')}`;
    const version = versionText(row.versionNumber, row.effectiveVersion, this.#language);
    const content = this.contents.numberOf(row.versionHash, [module, String(row.versionNumber)]);
    // For a training of the past only the day is known (DI-01).
    const completed = this.#evidence(row.completedAt, row.timeZone, isDayOnly(row.kind) ? 'day' : 'time');
    return [
      module + removed,
      String(row.cycle),
      `${version} {${String(content)}}`,
      this.#day(row.assignedDate),
      this.#due(row),
      completed,
      this.#score(row.score),
      this.#signature(row, completed),
      this.#certificate(row),
    ];
  }

  contentColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      ['{}', 30],
      [texts.module, 330],
      [texts.version, 50],
      ['SHA-256', 360],
    ]);
  }

  openColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.module, 246],
      [texts.cycle, 38],
      [texts.version, 70],
      [texts.status, 90],
      [texts.assigned, 76],
      [texts.due, 130],
      [texts.origin, 120],
    ]);
  }

  open(row: OpenAsOf): readonly string[] {
    const { texts } = this;
    const origin = [row.origin, row.isOnboardingRequired ? texts.onboarding : null];
    return [
      titled(row.title, row.reference),
      String(row.cycle),
      versionText(row.versionNumber, row.effectiveVersion, this.#language),
      row.status === 'voided' ? texts.voided : texts.statuses[row.status],
      this.#day(row.assignedDate),
      this.#due(row),
      origin.filter((part) => part !== null).join(' · '),
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
      signature === null ? texts.waitsForSignature : this.#cvSignature(signature),
      this.#date(validUntil),
    ];
  }

  absenceColumns(): readonly PdfColumn[] {
    const { texts } = this;
    return wide([
      [texts.firstDay, 140],
      [texts.lastDay, 140],
      [texts.returnDays, 120],
      [texts.recordedOn, 160],
      [texts.recordedBy, 210],
    ]);
  }

  /** When the person was away; never why. */
  absence({ firstDay, lastDay, returnDays, recordedAt, recordedByName }: AbsenceAsOf): readonly string[] {
    const { texts } = this;
    const last = lastDay === null ? texts.returnUnknown : this.#date(lastDay);
    return [this.#date(firstDay), last, String(returnDays), this.#day(recordedAt), recordedByName ?? ''];
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

  removed(row: RemovedAsOf): readonly string[] {
    return [
      titled(row.title, row.reference),
      String(row.cycle),
      this.#day(row.assignedDate),
      this.#date(row.dueDate),
      this.#day(row.voidedAt),
      this.#withdrawal(row),
    ];
  }

  /** Returns why a training was withdrawn, after `before`: by the product itself, or in the words of a person. */
  #withdrawal(
    { voidedCode, voidedReason }: Pick<RemovedAsOf, 'voidedCode' | 'voidedReason'>,
    before = '',
  ): string {
    const why = voidedCode === null ? voidedReason : this.texts.removals[voidedCode];
    return why ? before + why : '';
  }

  /**
   * Returns the signature of a completion in one line, or the reason why there is none, after the fault if it is not valid
   * (SIG-04).
   */
  #signature(row: CompletionAsOf, completed: string): string {
    const { texts } = this;
    const { signature, signatureFault, kind, recordedAt, recordedByName, reason, source, timeZone } = row;
    const fault = signatureFault === null ? '' : `${texts.notValid}: ${texts.faults[signatureFault]}. `;
    if (signature !== null) return fault + this.#signed(signature, completed);
    if (kind === 'completion') return `${fault}${texts.notSigned}`;
    const who = [this.#evidence(recordedAt, timeZone), recordedByName].filter(Boolean).join(', ');
    if (source !== null)
      return `${fault}${sourceText(source, texts)}. ${texts.importedBy}: ${who}. ${texts.reason}: ${reason ?? ''}`;
    return `${fault}${texts.recordedAfterwards}: ${who}. ${texts.reason}: ${reason ?? ''}`;
  }

  /** Printed name, time with zone if it differs from the time next to it, and the number of the meaning (21 CFR 11.50). */
  #signed({ printedName, signedAt, timeZone, meaning }: ShownSignature, beside = ''): string {
    const at = this.#evidence(signedAt, timeZone);
    return `${printedName}${at === beside ? '' : `, ${at}`} [${String(this.statements.numberOf(meaning))}]`;
  }

  #cvSignature(signature: NonNullable<CvVersion['signature']>): string {
    const { texts } = this;
    const { reasonCode, printedName, signedAt, timeZone, meaning } = signature;
    const fault = reasonCode === null ? '' : `${texts.notValid}: ${texts.faults[reasonCode]}. `;
    if (printedName === null || signedAt === null || timeZone === null || meaning === null) return fault;
    return fault + this.#signed({ printedName, signedAt: new Date(signedAt), timeZone, meaning });
  }

  #certificate({ certificate, validUntil }: CompletionAsOf): string {
    const { texts } = this;
    const until = validUntil === null ? texts.noEnd : `${texts.validUntil} ${this.#date(validUntil)}`;
    if (certificate === null) return until;
    const { number, status, fault, reason, code } = certificate;
    if (status === 'valid') return `${number} · ${until}`;
    // Why the training was withdrawn is said with the training.
    const because = code === null ? reason : code === 'training_withdrawn' ? null : texts.removals[code];
    const revoked = status === 'revoked' ? because : null;
    const why = fault === null ? revoked : texts.faults[fault];
    return `${number} · ${until} · ${texts.worth[status]}${why === null ? '' : `: ${why}`}`;
  }

  /** Returns the due date, and how it was moved (RPT-05). */
  #due({
    dueDate,
    dueDateMoved,
  }: {
    readonly dueDate: string | null;
    readonly dueDateMoved: DueDateMove | null;
  }): string {
    const moved = moveText(dueDateMoved, this.#language, (date) => this.#date(date));
    return moved === '' ? this.#date(dueDate) : `${this.#date(dueDate)} (${moved})`;
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
