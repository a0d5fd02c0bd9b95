import { sql, type Kysely, type RawBuilder } from 'kysely';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import {
  arePasswordsProven,
  isGenuinePasskey,
  isGenuinePassword,
  apiTokensSql,
  isGenuineApiToken,
  isGenuineSession,
  isGenuineToken,
  openTokensSql,
  passkeysSql,
  sessionsSql,
} from '#server/domains/accounts/index.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  recordFaults,
  wrongDueDates,
  wrongCvFigures,
  wrongFigureDays,
  wrongGroupFigures,
  wrongGroupModuleFigures,
  wrongMatrixFigures,
  wrongPersonCvs,
  wrongPersonFigures,
  wrongPersonMatrixFigures,
  wrongPersonModuleFigures,
  type FigureFault,
  type RecordFault,
} from '#server/domains/assignments/index.ts';
import { hrRecordFaults, hrRecordTypes, signedHrRecordIds } from '#server/domains/hr/index.ts';
import { readConfirmations, readSignedReviews, wrongPeopleCounts } from '#server/domains/people/index.ts';
import { readSignedTrailReviews, wrongPastFigures } from '#server/domains/reports/index.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import type { FindingKind } from '../verify/findings.ts';
import type { RecordChecker } from '../verify/record-checker.ts';
import { readRows } from '../verify/trail.ts';
import { readAcknowledgements } from './acknowledgements.ts';
import { publicSignatureCheck } from './public-signature-check.ts';

/** How many records are judged at once. */
const page = 1000;

/**
 * The part of `verify` for signed records (AUD-02, SIG-04). The code of the screens recomputes every completion and signature,
 * including the MAC, and every record that is not valid is reported with the same reason. This also finds a row that was inserted
 * by a proper command and matches the trail. `verify` checks the stored bytes of files separately.
 */
function recordValidityChecker(config: KeySource): RecordChecker {
  return {
    name: 'record validity',
    check: async (tx, findings) => {
      const publicly = await publicSignatureCheck(config, tx, findings);
      const judge = async (ids: readonly number[]): Promise<void> => {
        const faults = await recordFaults(config, tx, ids);
        const whole = ids.filter((id) => (faults.get(id) ?? []).length === 0);
        await publicly.completions(whole);
        for (const id of ids) {
          // A changed record is a fault of its signature and of itself: one finding.
          const named = new Map((faults.get(id) ?? []).map((fault) => [nameOf(id, fault), fault] as const));
          for (const [name, fault] of named)
            findings.add(kindOf(fault), name, sentenceOf({ reason: signatureReasons[fault.reasonCode] }));
        }
      };
      await inPages(tx, sql<{ id: number }>`select id from training_records order by id`, judge);
    },
  };
}

/** CVs, agreements and acknowledgements of the HR area, judged as on its screens (HR-02…04, SIG-04). */
function hrValidityChecker(config: KeySource): RecordChecker {
  return {
    name: 'HR documents',
    check: async (tx, findings) => {
      const publicly = await publicSignatureCheck(config, tx, findings);
      for (const type of hrRecordTypes) {
        await inPages(tx, signedHrRecordIds(type), async (ids) => {
          const faults = await hrRecordFaults(config, tx, type, ids);
          const wrong = new Set(faults.map(({ recordId }) => recordId));
          await publicly.signatures(
            type,
            ids.filter((id) => !wrong.has(id)),
          );
          for (const fault of faults) {
            const kind = kindOf(fault);
            const name =
              fault.signatureId === null || kind === 'record_changed'
                ? `${type} ${String(fault.recordId)}`
                : `signatures ${String(fault.signatureId)}`;
            findings.add(kind, name, sentenceOf({ reason: signatureReasons[fault.reasonCode] }));
          }
        });
      }
    },
  };
}

/** A record with its one signature, rebuilt. */
interface SignedOnce {
  readonly id: number;
  readonly signatureId: number | null;
  readonly signature: { readonly reasonCode: SignatureReasonCode | null } | null;
}

/** Records of a table that one person signs, judged as on the screen. */
function signedOnceChecker(
  config: KeySource,
  name: string,
  table: 'verify_acknowledgements' | 'signing_confirmations' | 'access_reviews' | 'trail_reviews',
  read: (tx: Parameters<RecordChecker['check']>[0], ids: readonly number[]) => Promise<readonly SignedOnce[]>,
): RecordChecker {
  return {
    name,
    check: async (tx, findings) => {
      const publicly = await publicSignatureCheck(config, tx, findings);
      const all = sql<{ id: number }>`select id from ${sql.id(table)} order by id`;
      await inPages(tx, all, async (ids) => {
        const whole: number[] = [];
        for (const { id, signatureId, signature } of await read(tx, ids)) {
          const reasonCode = signature === null ? 'missing' : signature.reasonCode;
          if (reasonCode === null) {
            whole.push(id);
            continue;
          }
          const kind = kindOf({ reasonCode });
          const object =
            signatureId === null || kind === 'record_changed'
              ? `${table} ${String(id)}`
              : `signatures ${String(signatureId)}`;
          findings.add(kind, object, sentenceOf({ reason: signatureReasons[reasonCode] }));
        }
        await publicly.signatures(table, whole);
      });
    },
  };
}

/** Sessions, links, passwords and passkeys with which people sign in: the application created each for its person (AUD-04). */
function accessChecker(config: KeySource): RecordChecker {
  return {
    name: 'sessions, links, tokens, passwords and passkeys',
    check: async (tx, findings) => {
      for await (const session of readRows(tx, sessionsSql)) {
        if (!isGenuineSession(config, session))
          findings.add(
            'record_inserted',
            `sessions ${session.sid.slice(0, 8)}`,
            'the application did not open it for this person; it signs nobody in',
          );
      }
      if (await arePasswordsProven(tx)) {
        const people = sql<{ id: string; stored: string }>`
          select id, password_hash as stored from users where password_hash is not null order by id`;
        for await (const { id, stored } of readRows(tx, people)) {
          if (!isGenuinePassword(config, id, stored))
            findings.add(
              'record_changed',
              `users ${id}`,
              'password_hash is not one that the application gave this person; it lets nobody in',
            );
        }
      }
      for await (const token of readRows(tx, openTokensSql)) {
        if (!isGenuineToken(config, token))
          findings.add(
            'record_inserted',
            `one_time_tokens ${String(token.id)}`,
            'the application did not make this link for this person; it opens nothing',
          );
      }
      for await (const token of readRows(tx, apiTokensSql)) {
        if (!isGenuineApiToken(config, token))
          findings.add(
            'record_inserted',
            `api_tokens ${String(token.id)}`,
            'the application did not make this API token with these rights; it opens nothing',
          );
      }
      for await (const passkey of readRows(tx, passkeysSql)) {
        if (!isGenuinePasskey(config, passkey))
          findings.add(
            'record_inserted',
            `passkeys ${String(passkey.id)}`,
            'the application did not store this passkey so for this person; it signs nobody in',
          );
      }
    },
  };
}

/** Checks the ids that a statement returns, a page at a time. */
async function inPages(
  tx: Parameters<RecordChecker['check']>[0],
  statement: ReturnType<typeof sql<{ id: number }>>,
  judge: (ids: readonly number[]) => Promise<void>,
): Promise<void> {
  let ids: number[] = [];
  for await (const { id } of readRows(tx, statement)) {
    ids.push(id);
    if (ids.length === page) {
      await judge(ids);
      ids = [];
    }
  }
  await judge(ids);
}

const kindOf = ({ reasonCode }: Pick<RecordFault, 'reasonCode'>): FindingKind =>
  reasonCode === 'record_changed' || reasonCode === 'content_changed'
    ? 'record_changed'
    : 'signature_invalid';

/** The finding names the signature if only the signature is at fault, otherwise the record. */
const nameOf = (recordId: number, fault: RecordFault): string =>
  fault.signatureId === null || kindOf(fault) === 'record_changed'
    ? `training_records ${String(recordId)}`
    : `signatures ${String(fault.signatureId)}`;

/** Statements that each find stored figures that do not follow from the records. */
type FigureStatements = (
  db: Kysely<DB>,
) => Iterable<RawBuilder<FigureFault>> | AsyncIterable<RawBuilder<FigureFault>>;

/** Counts the stored figures again, and reports every difference (AUD-04). */
const figureChecker = (table: string, statements: FigureStatements): RecordChecker => ({
  name: table,
  recomputes: [table],
  check: async (tx, findings) => {
    for await (const statement of statements(tx)) {
      for await (const { name, detail } of readRows(tx, statement))
        findings.add('figure_changed', name, detail);
    }
  },
});

const figureCheckers: readonly RecordChecker[] = [
  figureChecker('people_counts', () => [wrongPeopleCounts]),
  figureChecker('person_figures', () => [wrongPersonFigures]),
  figureChecker('group_figures', () => [wrongGroupFigures]),
  figureChecker('person_module_figures', () => [wrongPersonModuleFigures]),
  figureChecker('group_module_figures', () => [wrongGroupModuleFigures]),
  figureChecker('person_matrix_figures', () => [wrongPersonMatrixFigures]),
  figureChecker('matrix_figures', () => [wrongMatrixFigures]),
  figureChecker('person_cvs', () => [wrongPersonCvs]),
  figureChecker('cv_figures', () => [wrongCvFigures]),
  figureChecker('figure_days', wrongFigureDays),
  figureChecker('past_figures', wrongPastFigures),
];

/** USR-10: the due date that is stored is the one that the rule gives, whatever command wrote it. */
const dueDateChecker: RecordChecker = {
  name: 'due dates after absences',
  check: async (tx, findings) => {
    for await (const { id } of readRows(tx, wrongDueDates))
      findings.add(
        'record_changed',
        `training_assignments ${String(id)}`,
        'due_date is not the one that follows from the absences of the person',
      );
  },
};

/** The checks of `verify` in addition to the trail (AUD-02, AUD-04, SIG-04), with the keys of the installation; each area adds its own. */
export function recordCheckers(config: KeySource): readonly RecordChecker[] {
  return [
    recordValidityChecker(config),
    hrValidityChecker(config),
    // Signed statements of administrators about findings (AUD-04), about the identity of people (SIG-05), and about access (AUTH-17).
    signedOnceChecker(config, 'integrity checks', 'verify_acknowledgements', (tx, ids) =>
      readAcknowledgements(config, tx, ids),
    ),
    signedOnceChecker(config, 'confirmed identities', 'signing_confirmations', (tx, ids) =>
      readConfirmations(config, tx, ids),
    ),
    signedOnceChecker(config, 'access reviews', 'access_reviews', (tx, ids) =>
      readSignedReviews(config, tx, ids),
    ),
    signedOnceChecker(config, 'reviews of the trail', 'trail_reviews', (tx, ids) =>
      readSignedTrailReviews(config, tx, ids),
    ),
    accessChecker(config),
    dueDateChecker,
    ...figureCheckers,
  ];
}
