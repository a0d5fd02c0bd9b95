import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import { exportName, type ExportFormat } from '#shared/domain/reports/export-name.ts';

/**
 * Returns the name of an exported file. SPEC §7 gives the one of the completion report to the letter; the others follow its form.
 */
export function fileNameOf(dataSet: DataSetName, format: ExportFormat, day: string): string {
  const name =
    dataSet === 'report' && format !== 'jsonl' ? exportName(format, day) : `${dataSet}-${format}-${day}`;
  return `${name}.${format}`;
}
