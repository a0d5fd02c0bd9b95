import type { z } from 'zod';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { reviewedAccount } from '#shared/contract/access-review-schemas.ts';
import type { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { paperFooter, paperLines, paperTexts, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { attachJson, signedJson } from '#server/platform/papers/signed-json.ts';
import { FilePages } from '#server/platform/pdf/file-pages.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import type { PdfColumn } from '#server/platform/pdf/pdf-table.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';
import type { ReviewedAccount } from './accounts.queries.ts';
import { reviewTexts as texts } from './review-texts.ts';

type Review = ResponseInput<typeof contract.get>;
type Shown = z.output<typeof reviewedAccount>;

/** The content of the file of a finished review. */
export interface ReviewPaper extends PaperHead {
  readonly review: Review;
  readonly accounts: readonly ReviewedAccount[];
}

/**
 * Writes a finished review as PDF: every account with its facts and its answer, the signature, and the same content as a
 * signed file (AUTH-17).
 */
export function reviewPdf(keys: KeySource, paper: ReviewPaper): PDFKit.PDFDocument {
  const { review, language, asOf } = paper;
  const accounts = paper.accounts.map((account) => reviewedAccount.parse(account));
  const { ownAccount: _, statement: __, seen: ___, ...told } = review;
  const content = {
    review: told,
    // The fields for comparison in an open review have no meaning in a finished one.
    accounts: accounts.map(({ seen: ____, outdated: _____, ...account }) => account),
  };
  const signed = signedJson(keys, 'traintrail-access-review-1', content, asOf);
  const title = `${translate(language, texts.title)}: ${review.organizationName}`;
  const doc = openPdf({ title, language, layout: 'landscape', date: asOf, margin: 36 });
  const pages = new FilePages(doc, paperFooter(paper, title));
  const words = new AccountWords(paper);
  pages.head(title, words.facts(), [
    ...words.signatureLines(),
    ...paperLines(
      paper,
      translate(language, texts.scope, { organization: review.organizationName }),
      paperTexts.copyOf.accessReview,
    ),
    translate(language, texts.proof, { key: signed.keyId, hash: sha256Hex(signed.text) }),
  ]);
  const table = pages.table(translate(language, texts.accounts), words.columns());
  accounts.forEach((account, at) => table.row(words.row(account, at + 1)));
  pages.end(table, translate(language, texts.none));
  attachJson(doc, 'review.json', signed.text, asOf);
  doc.end();
  return doc;
}

/** The words of a review in the language and zone of its paper. */
class AccountWords {
  readonly #paper: ReviewPaper;
  readonly #date: Intl.DateTimeFormat;
  readonly #number: Intl.NumberFormat;

  constructor(paper: ReviewPaper) {
    this.#paper = paper;
    this.#date = new Intl.DateTimeFormat(paper.language, { dateStyle: 'medium', timeZone: paper.timeZone });
    this.#number = new Intl.NumberFormat(paper.language);
  }

  get #words() {
    return translateAll(this.#paper.language, texts, {
      organization: '',
      time: '',
      name: '',
      meaning: '',
      key: '',
      hash: '',
      date: '',
      role: '',
      grants: '',
    });
  }

  #time(at: Date | string | null): string {
    const { timeZone, language } = this.#paper;
    return at === null ? '' : evidenceTime(new Date(at), timeZone, language).text;
  }

  #day(at: Date | string): string {
    return this.#date.format(new Date(at));
  }

  facts(): readonly (readonly [string, string])[] {
    const { review, language } = this.#paper;
    const words = this.#words;
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    const by = (at: Date | string | null, name: string | null) =>
      translate(language, texts.by, { time: this.#time(at), name: name ?? '' });
    const { accounts, keep, change, end, open } = review.progress;
    const count = (value: number) => this.#number.format(value);
    return [
      [words.organization, review.organizationName],
      [words.dueOn, day.format(new Date(`${review.dueOn}T00:00:00Z`))],
      [words.opened, by(review.openedAt, review.openedByName)],
      [review.state === 'signed' ? words.signed : words.cancelled, by(review.endedAt, review.endedByName)],
      [words.accounts, count(accounts)],
      [
        words.answer,
        [
          `${words.answers.keep}: ${count(keep)}`,
          `${words.answers.change}: ${count(change)}`,
          `${words.answers.end}: ${count(end)}`,
          `${words.undecided.none}: ${count(open)}`,
        ].join(' · '),
      ],
    ];
  }

  signatureLines(): readonly string[] {
    const { review, language } = this.#paper;
    const { signature, state } = review;
    if (state !== 'signed') return [translate(language, texts.notSigned)];
    if (signature === null) return [translate(language, texts.noSignature)];
    const { printedName, signedAt, timeZone, meaning, valid } = signature;
    const line =
      printedName === null || signedAt === null
        ? []
        : [
            translate(language, texts.signature, {
              name: printedName,
              time: evidenceTime(new Date(signedAt), timeZone ?? 'UTC', language).text,
              meaning: meaning ?? '',
            }),
          ];
    return valid ? line : [...line, translate(language, texts.signatureNotValid)];
  }

  columns(): readonly PdfColumn[] {
    const words = this.#words;
    return (
      [
        [words.number, 28],
        [words.account, 134],
        [words.role, 100],
        [words.place, 104],
        [words.grants, 118],
        [words.lastSignIn, 64],
        [words.password, 64],
        [words.secondFactor, 48],
        [words.answer, 110],
      ] as const
    ).map(([title, width]) => ({ title, width, wraps: true }));
  }

  row(account: Shown, number: number): readonly string[] {
    const words = this.#words;
    const { language } = this.#paper;
    const { role, roleSince, roleGivenByName, lastSignInAt, credentialAt } = account;
    return [
      this.#number.format(number),
      lines(
        account.name,
        account.email === account.name ? '' : account.email,
        account.flagged ? words.flagged : '',
      ),
      lines(
        words.roles[role],
        roleSince === null ? '' : translate(language, texts.since, { date: this.#day(roleSince) }),
        this.#givenBy(roleGivenByName),
      ),
      lines(account.organizationName ?? words.noOrganization, account.managerName ?? ''),
      account.grants.map((grant) => this.#grant(grant)).join('; '),
      lastSignInAt === null ? words.never : this.#day(lastSignInAt),
      credentialAt === null ? words.noPassword : this.#day(credentialAt),
      account.secondFactor ? words.on : words.off,
      this.#answer(account),
    ];
  }

  #givenBy(name: string | null): string {
    return name === null ? '' : translate(this.#paper.language, texts.givenBy, { name });
  }

  #grant({ kind, organizationName, validUntil, grantedByName }: Shown['grants'][number]): string {
    const until =
      validUntil === null
        ? ''
        : translate(this.#paper.language, texts.until, { date: this.#day(validUntil) });
    return lines(`${this.#words.kinds[kind]}, ${organizationName}`, until, this.#givenBy(grantedByName));
  }

  #answer({
    answer,
    undecided,
    newRole,
    endedGrants,
    grants,
    reason,
    answeredByName,
    answeredAt,
  }: Shown): string {
    const words = this.#words;
    const { language } = this.#paper;
    if (answer === null) return words.undecided[undecided ?? 'none'];
    const ended = grants.filter(({ id }) => endedGrants.includes(id));
    return lines(
      words.answers[answer],
      newRole === null ? '' : translate(language, texts.newRole, { role: words.roles[newRole] }),
      ended.length === 0
        ? ''
        : translate(language, texts.revoked, {
            grants: ended.map(({ kind }) => words.kinds[kind]).join(', '),
          }),
      reason ?? '',
      answeredAt === null ? '' : `${answeredByName ?? ''}, ${this.#day(answeredAt)}`,
    );
  }
}

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');
