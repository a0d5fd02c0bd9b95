import { columnTitles } from '#shared/domain/reports/column-titles.ts';
import { exportColumns, type ExportColumn } from '#shared/domain/reports/export-columns.ts';
import { translate } from '#server/platform/texts/translate.ts';

/** The columns of exports as a language calls them: in the page as in the file, whose titles the server writes in the same words. */
export const columnTitlesIn = (language: 'en' | 'de'): RegExp =>
  new RegExp(
    `^(?:${(Object.keys(exportColumns) as ExportColumn[]).map((name) => RegExp.escape(translate(language, columnTitles[name]))).join('|')})$`,
  );
