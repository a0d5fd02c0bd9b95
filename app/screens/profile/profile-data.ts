import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';

/** The person's own profile as the API returns it. */
export type ProfileData = ResponseOf<typeof peopleContract.profile>;
