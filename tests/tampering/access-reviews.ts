import { sql } from 'kysely';
import { accessReviewText } from '#shared/domain/people/access-review.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { hashOfAnswers } from '#server/domains/people/access-reviews/reviews.store.ts';
import { proofOf, signPublicly, textOfSignature } from '#server/domains/signatures/index.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { Attack } from './attack.ts';

interface Reviewed {
  readonly review: number;
  readonly answer: number;
}

/** An access review with two answers, as the product keeps it; without a signature where somebody forges it. */
async function reviewed(
  world: TrailWorld,
  { db }: TestDatabase,
  { signs }: { readonly signs: boolean },
): Promise<Reviewed> {
  const [signer = '', ...others] = world.people;
  const made = await inCommand(db, async (tx) => {
    const { rows } = await sql<{ id: number; at: Date }>`
      insert into access_reviews (organization_id, due_on, opened_by, opened_at)
      values (${world.organizationId}, '2026-05-01', ${signer}, date_trunc('milliseconds', app_now()))
      returning id, opened_at as at`.execute(tx);
    const [{ id, at } = { id: 0, at: new Date(0) }] = rows;
    const { rows: answers } = await sql<{ id: number }>`
      insert into access_review_answers (review_id, user_id, opened, facts, answer, reason, answered_by, answered_at)
      select ${id}, u, '{"role": "learner"}', '{"role": "learner"}', 'end', 'Has left', ${signer}, ${at} from unnest(${others}::text[]) u
      returning id`.execute(tx);
    await sql`update access_reviews set state = 'signed', signed_by = ${signer}, signed_at = ${at} where id = ${id}`.execute(
      tx,
    );
    const hashed = (await hashOfAnswers(tx, [id])).get(id) ?? { accounts: 0, hash: '' };
    const text = accessReviewText({
      reviewId: id,
      organizationId: world.organizationId,
      dueOn: '2026-05-01',
      openedBy: signer,
      openedAt: at.toISOString(),
      accounts: hashed.accounts,
      answersHash: hashed.hash,
      signedBy: signer,
      signedAt: at.toISOString(),
    });
    const columns = {
      recordType: 'access_reviews' as const,
      recordId: id,
      recordHash: sha256Hex(text),
      contentHash: hashed.hash,
      signerId: signer,
      printedName: 'First1 Last1',
      signedAt: at,
      timeZone: 'UTC',
      meaning: statementFor('access_reviewed').text,
      language: 'en' as const,
      meaningCode: 'access_reviewed',
      statementVersion: 1,
      authMethod: 'password' as const,
      agreementVersion: 1,
    };
    if (signs) {
      const signature = await tx
        .insertInto('signatures')
        .values({ ...columns, ...proofOf(world.keys, columns) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await signPublicly(tx, world.keys, 'signatures', [
        { id: signature.id, text: textOfSignature(columns) },
      ]);
    }
    return { review: id, answer: answers[0]?.id ?? 0 };
  });
  await world.seal();
  return made;
}

/** Reviews of who has which access (AUTH-17). */
export const accessReviewsAttacks: readonly Attack[] = [
  {
    title: 'what was answered for an account is changed in a signed access review',
    act: async (world, database) => {
      const { review, answer } = await reviewed(world, database, { signs: true });
      await tamper(
        database.admin,
        `update access_review_answers set answer = 'keep', reason = null where id = ${answer}`,
      );
      return [`record_changed access_review_answers ${answer}`, `record_changed access_reviews ${review}`];
    },
  },
  {
    title: 'what was true of an account is changed in a signed access review',
    act: async (world, database) => {
      const { review, answer } = await reviewed(world, database, { signs: true });
      await tamper(
        database.admin,
        `update access_review_answers set facts = '{"role": "admin"}' where id = ${answer}`,
      );
      return [`record_changed access_review_answers ${answer}`, `record_changed access_reviews ${review}`];
    },
  },
  {
    title: 'an account is taken out of a signed access review',
    act: async (world, database) => {
      const { review, answer } = await reviewed(world, database, { signs: true });
      await tamper(database.admin, `delete from access_review_answers where id = ${answer}`);
      return [`record_missing access_review_answers ${answer}`, `record_changed access_reviews ${review}`];
    },
  },
  {
    title: 'a signed access review is said to have been cancelled',
    act: async (world, database) => {
      const { review } = await reviewed(world, database, { signs: true });
      await tamper(
        database.admin,
        `update access_reviews set state = 'cancelled', cancelled_by = signed_by, cancelled_at = signed_at,
           signed_by = null, signed_at = null where id = ${review}`,
      );
      return [`record_changed access_reviews ${review}`];
    },
  },
  {
    title: 'an access review is said to be signed by a proper command, without a signature',
    act: async (world, database) => {
      const { review } = await reviewed(world, database, { signs: false });
      return [`signature_invalid access_reviews ${review}`];
    },
  },
];
