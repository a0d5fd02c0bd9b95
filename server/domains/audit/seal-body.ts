import { z } from 'zod';
import { sealAlgorithm } from './merkle.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const xid = z.string().regex(/^[0-9]{1,20}$/);

const firstVersion = z.strictObject({
  v: z.literal(1),
  algorithm: z.literal(sealAlgorithm),
  number: z.int().min(1),
  kind: z.enum(['regular', 'continuation']),
  system: z.string().min(1),
  from: xid,
  to: xid,
  count: z.int().min(1),
  root: hex,
  previous: hex.nullable(),
  /** The last head that was written outside and that the database does not have: it was restored to an earlier state. */
  lost: z.strictObject({ number: z.int(), head: hex }).nullable(),
  keyId: z.string(),
  sealedAt: z.iso.datetime(),
});

const secondVersion = firstVersion.extend({
  v: z.literal(2),
  anchored: z.int().min(1).nullable(),
  provenFrom: z.int().nullable(),
});

/**
 * The content of a seal, which its signature covers (AUD-02). `from` is inclusive, `to` is not, and unknown keys are refused. The
 * first version did not name the last seal that was written outside, so that nobody could detect that the file outside was
 * removed. The second version did not name it for the places to which heads are sent.
 */
export const sealBodySchema = z.discriminatedUnion('v', [
  firstVersion,
  secondVersion,
  secondVersion.extend({
    v: z.literal(3),
    sent: z.array(z.strictObject({ to: z.string().min(1), number: z.int().min(1) })),
  }),
]);

/** The content of a seal. */
export type SealBody = z.infer<typeof sealBodySchema>;

/** Returns the content of a seal's text, or undefined for anything that is not exactly one of our own. */
export function parseSealBody(text: string): SealBody | undefined {
  try {
    const parsed = sealBodySchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
