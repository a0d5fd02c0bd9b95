import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulesContract } from '#shared/contract/modules.ts';

/** A module as the page lists it. */
export type ModuleRow = ResponseOf<typeof modulesContract.list>[number];

/** How many modules the page loads at a time. */
export const pageSize = 60;
