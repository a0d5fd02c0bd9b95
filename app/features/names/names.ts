import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { namesContract } from '#shared/contract/names.ts';
import { peopleContract } from '#shared/contract/people.ts';

/** A pending request of another printed name (AUTH-16). */
export type NameRequestRow = ResponseOf<typeof namesContract.requests>[number];

/** What a decided request or a changed name makes old. */
export const nameCalls = [
  namesContract.requests,
  peopleContract.list,
  peopleContract.details,
  hrCvsContract.list,
  hrCvsContract.ofPerson,
] as const;
