import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';

/** The answer about one person. */
export type Answer = ResponseOf<typeof qualifiedContract.answer>;
