import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { namesContract } from '#shared/contract/names.ts';

/** A pending request to change a printed name (AUTH-16). */
export type NameRequestRow = ResponseOf<typeof namesContract.requests>[number];
