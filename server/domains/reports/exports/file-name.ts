import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import { exportName, type ExportFormat } from '#shared/domain/reports/export-name.ts';

/** The name of an exported file: of the completion report to the letter of SPEC §7, of the others alike. */
export function fileNameOf(dataSet: DataSetName, format: ExportFormat, day: string): string {
  const name =
    dataSet === 'report' && format !== 'jsonl' ? exportName(format, day) : `${dataSet}-${format}-${day}`;
  return `${name}.${format}`;
}
