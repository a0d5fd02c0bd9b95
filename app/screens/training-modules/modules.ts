import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { moduleLibraryContract } from '#shared/contract/module-library.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import { inGroupOrder } from '#shared/domain/modules/families.ts';
import { nameOfFamily } from '#app/features/training/family-names.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** A module as the page lists it. */
export type ModuleRow = ResponseOf<typeof modulesContract.list>[number];
/** A module as the table shows it. */
export type ModuleLine = ResponseOf<typeof moduleLibraryContract.table>[number];
/** A module with all details behind its card. */
export type ModuleDetails = ResponseOf<typeof modulesContract.get>;
/** A Training Category with its number of modules. */
export type Category = ResponseOf<typeof modulesContract.categories>[number];
/** The number of modules left after each filter. */
export type Counts = ResponseOf<typeof moduleLibraryContract.counts>;
/** A family of modules. */
export type Family = ResponseOf<typeof modulesContract.families>[number];
/** A selected module, with the fields that the matrix dialog needs. */
export type Chosen = Pick<ModuleRow, 'id' | 'title'>;

/** Returns the bytes of all files of a module; null without files, and if the answer does not contain it. */
export function sizeOf({
  files,
}: {
  readonly files?: readonly { readonly size: number }[] | undefined;
}): number | null {
  return files?.length ? files.reduce((total, { size }) => total + size, 0) : null;
}

/** The number of modules on a page of the list; a section of the categories starts with fewer. */
export const pageSize = 60;

const categoryTones: readonly Tone[] = ['teal', 'blue', 'violet', 'amber', 'green', 'crimson'];

/** Returns the tone of a category: the six colors repeat (SPEC §2.7, MOD-02). */
export function toneOf({ colorIndex }: Pick<Category, 'colorIndex'>): Tone {
  return categoryTones[colorIndex % categoryTones.length] ?? 'gray';
}

/** Returns the families to choose from, in the order of their groups (SPEC §9). */
export const familyChoices = (families: readonly Family[]) =>
  inGroupOrder(families).map((family) => ({ value: family.code, label: nameOfFamily(family, families) }));
