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
/** A module with everything behind its card. */
export type ModuleDetails = ResponseOf<typeof modulesContract.get>;
/** A Training Category with its number of modules. */
export type Category = ResponseOf<typeof modulesContract.categories>[number];
/** How many modules each filter leaves. */
export type Counts = ResponseOf<typeof moduleLibraryContract.counts>;
/** A family of modules. */
export type Family = ResponseOf<typeof modulesContract.families>[number];
/** A module that was selected: what the matrix dialog needs of it. */
export type Chosen = Pick<ModuleRow, 'id' | 'title'>;

/** The bytes of all files of a module; null without files, and where the answer names none. */
export function sizeOf({
  files,
}: {
  readonly files?: readonly { readonly size: number }[] | undefined;
}): number | null {
  return files?.length ? files.reduce((total, { size }) => total + size, 0) : null;
}

/** How many modules a page of the list shows; a section of the categories starts with fewer. */
export const pageSize = 60;

const categoryTones: readonly Tone[] = ['teal', 'blue', 'violet', 'amber', 'green', 'crimson'];

/** The tone of a category: the colors go round in six (SPEC §2.7, MOD-02). */
export function toneOf({ colorIndex }: Pick<Category, 'colorIndex'>): Tone {
  return categoryTones[colorIndex % categoryTones.length] ?? 'gray';
}

/** The families to choose from, in the order of their groups (SPEC §9). */
export const familyChoices = (families: readonly Family[]) =>
  inGroupOrder(families).map((family) => ({ value: family.code, label: nameOfFamily(family, families) }));
