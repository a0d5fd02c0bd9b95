import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { organizationsContract } from '#shared/contract/organizations.ts';

/** An organization as the page lists it. */
export type OrganizationRow = ResponseOf<typeof organizationsContract.list>[number];
/** A department as its dialog lists it. */
export type DepartmentRow = ResponseOf<typeof organizationsContract.departments>[number];

/** The number of cards that the page loads at a time; the call for their members accepts at most 100 organizations. */
export const pageSize = 24;
/** Members shown before View All (SPEC §9). */
export const shownMembers = 3;
/** The number of members added by each step of View All. */
export const memberPage = 25;
