import { defineTexts } from '#shared/texts/define-texts.ts';

/** Names in the workbook of an export of people (USR-06). */
export const peopleExportTexts = defineTexts('people.export', {
  title: 'People',
  data: 'People',
  about: 'About',
  exportedAt: 'Exported on',
  by: 'Exported by',
});
