import { defineTexts } from '#shared/texts/define-texts.ts';

/** The texts of a binder in addition to those of training files (INS-04). */
export const binderTexts = defineTexts('binder', {
  title: 'Training binder',
  scopes: {
    people: 'Selected people: {people}',
    team: 'Direct and indirect reports of {name}, people: {people}',
    organization: '{name}, people: {people}',
  },
  people: 'People',
  number: 'No.',
  person: 'Person',
  folder: 'Folder',
  completions: 'Completions',
  certificates: 'Certificates',
  cv: 'CV',
  cvVersion: 'Version {number}',
  cvNotIncluded: 'Not included',
  cvNone: 'No signed CV',
  cvDamaged: 'The stored file is damaged. It is not in this binder.',
  sheet: 'Signature sheet',
  sheetScope: 'Electronic signatures of completions and of the CV.',
  signed: 'Signed record',
  printedName: 'Printed name',
  signedAt: 'Signed',
  statement: 'Statement',
  state: 'Check',
  valid: 'Valid',
  sums: 'The file manifest.sha256 has the SHA-256 of each file. Check all files with: sha256sum -c manifest.sha256',
});
