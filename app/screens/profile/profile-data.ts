import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';

/** The own profile as the API answers it. */
export type ProfileData = ResponseOf<typeof peopleContract.profile>;
