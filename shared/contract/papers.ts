import { z } from 'zod';
import { instant } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { paperFormats, paperKinds, sha256Form } from '#shared/domain/papers/paper-kinds.ts';
import { because } from '#shared/reasons/in-schema.ts';

/** The facts about a paper for anybody who has it (INS-03): only those that it prints. */
const issuedPaper = z
  .object({
    kind: z.enum(paperKinds),
    format: z.enum(paperFormats),
    /** The instant to which the paper refers. */
    asOf: instant,
    /** The zone in which the paper prints its times. */
    timeZone: z.string(),
    issuedAt: instant,
    /** The name of the person for whom it was issued. */
    issuedTo: z.string(),
  })
  .meta({ id: 'IssuedPaper' });

/** The public check of a paper by its SHA-256 (INS-03). */
export const papersContract = {
  check: defineEndpoint({
    id: 'papers.check',
    method: 'GET',
    path: '/api/papers/:sha256',
    summary:
      'Whether this installation issued a file with this SHA-256: when, as of when, and for whom (INS-03)',
    access: { public: true },
    audit: { none: 'says only what the holder of the paper reads on it' },
    data: { none: 'what was issued does not change' },
    params: z.strictObject({ sha256: z.string().regex(sha256Form, because('not_file_hash')) }),
    errors: ['TOO_MANY_ATTEMPTS'],
    /** One entry per person for whom the same bytes were issued, the first one first. */
    response: z.array(issuedPaper),
  }),
};
