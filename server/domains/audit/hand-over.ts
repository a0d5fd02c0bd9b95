import { z } from 'zod';
import type { KeyGeneration } from '#server/platform/installation/key-generations.ts';
import { verifyHandOver, type SealingKey } from './sealing-key.ts';

const statementSchema = z.strictObject({
  v: z.literal(1),
  installation: z.uuid(),
  /** The number of the new generation. */
  number: z.int().min(2),
  /** Public keys, SubjectPublicKeyInfo as base64. */
  from: z.string(),
  to: z.string(),
  at: z.iso.datetime(),
});

/** The content of a hand-over of the sealing key (OPS-09). */
export type HandOverStatement = z.infer<typeof statementSchema>;

/** The columns of a generation that store its hand-over. */
export type HandOver = Required<Pick<KeyGeneration, 'handOver' | 'givenSignature' | 'takenSignature'>>;

/**
 * Signs, with both keys, the statement that one sealing key follows the other (OPS-09). The former key names its successor and
 * the new one its predecessor, so that anyone who trusts either key can identify the other.
 */
export function signHandOver(
  from: SealingKey,
  to: SealingKey,
  facts: Pick<HandOverStatement, 'installation' | 'number' | 'at'>,
): HandOver {
  const { installation, number, at } = facts;
  const statement: HandOverStatement = {
    v: 1,
    installation,
    number,
    from: from.publicKey,
    to: to.publicKey,
    at,
  };
  const text = JSON.stringify(statement);
  return {
    handOver: text,
    givenSignature: from.signHandOver(text).toString('base64'),
    takenSignature: to.signHandOver(text).toString('base64'),
  };
}

/** Describes the fault in the hand-over between two consecutive generations; undefined if it has none. */
export function handOverFault(
  installation: string,
  former: KeyGeneration,
  next: KeyGeneration,
): string | undefined {
  const statement = parseStatement(next.handOver);
  const { givenSignature, takenSignature } = next;
  if (!statement || next.handOver === null || givenSignature === null || takenSignature === null)
    return 'it has no hand-over from the key before it';
  const isSame =
    statement.installation === installation &&
    statement.number === next.number &&
    statement.from === former.sealingPublicKey &&
    statement.to === next.sealingPublicKey &&
    statement.at === next.begunAt.toISOString() &&
    statement.at === former.retiredAt?.toISOString();
  if (!isSame) return 'its hand-over speaks of other keys or another time';
  const isSigned =
    verifyHandOver(statement.from, next.handOver, Buffer.from(givenSignature, 'base64')) &&
    verifyHandOver(statement.to, next.handOver, Buffer.from(takenSignature, 'base64'));
  return isSigned ? undefined : 'its hand-over is not signed by both keys';
}

function parseStatement(text: string | null): HandOverStatement | undefined {
  if (text === null) return undefined;
  try {
    return statementSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
