import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { organizationsContract } from '#shared/contract/organizations.ts';

/** An organization as the page lists it. */
export type OrganizationRow = ResponseOf<typeof organizationsContract.list>[number];
/** A department as its dialog lists it. */
export type DepartmentRow = ResponseOf<typeof organizationsContract.departments>[number];

/** How many cards the page loads at a time; the call for their members takes at most 100 organizations. */
export const pageSize = 24;
/** Members shown before View All (SPEC §9). */
export const shownMembers = 3;
/** How many more members each step of View All brings. */
export const memberPage = 25;
