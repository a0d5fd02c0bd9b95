import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrCvsContract } from '#shared/contract/hr-cvs.ts';

/** A line of the repository. */
export type CvRow = ResponseOf<typeof hrCvsContract.list>[number];
