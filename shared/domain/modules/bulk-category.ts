/** The category choices of bulk upload (SPEC §3), in its order. */
export const bulkCategoryChoices = [
  'auto',
  'trialpro-qms',
  'trialpro-cro',
  'trialpro-general',
  'axonx',
  'cmopro',
  'clinpro-gcp',
  'other',
] as const;

/** A category choice of bulk upload (SPEC §3). */
export type BulkCategoryChoice = (typeof bulkCategoryChoices)[number];

const familyByChoice: Readonly<Record<BulkCategoryChoice, string | null>> = {
  auto: null,
  'trialpro-qms': 'tp-qms',
  'trialpro-cro': 'tp-cro',
  'trialpro-general': 'other',
  axonx: 'axonx',
  cmopro: 'cmo-pro',
  'clinpro-gcp': 'clinpro-gcp',
  other: 'other',
};

/** Returns the family that a choice sets on the modules, null for auto: then the title decides (MOD-05). */
export function familyForChoice(choice: BulkCategoryChoice): string | null {
  return familyByChoice[choice];
}
