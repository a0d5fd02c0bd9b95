import type { RawBuilder } from 'kysely';
import type { TrailGroup } from '#shared/domain/audit/groups.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import type { PaperHead } from '#server/platform/papers/paper-texts.ts';
import type { Services } from '#server/platform/services.ts';
import type { Cell } from '#server/platform/tables/table-file.ts';
import type { ReportScope } from '../report-scope.ts';

/** The filters of an export (RPT-03): the scope of reports, and the filters of single data sets. */
export interface ExportScope extends ReportScope {
  /** For the report: only the requester's own reports; the reach is limited to them already (MGR-03). */
  readonly team?: boolean | undefined;
  /** For assignments and training: one status. */
  readonly status?: TrainingState | undefined;
  /** Of training: as a grid, with a column per module (MTX-09); then also of one matrix, and of modules by their ids with commas between them. */
  readonly grid?: boolean | undefined;
  readonly matrixId?: number | undefined;
  readonly modules?: string | undefined;
  /** For training: one version, or modules that were never assigned. */
  readonly version?: 'none' | number | undefined;
  /**
   * The first and the last calendar day. For assignments they limit the due date. For completions they apply in the time zone of
   * each record, and for the trail in the time zone of its written times.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** For the trail, the filters of its screen (AUD-03). */
  readonly actor?: string | undefined;
  readonly about?: string | undefined;
  readonly recordType?: string | undefined;
  readonly recordId?: string | undefined;
  readonly group?: TrailGroup | undefined;
  readonly words?: string | undefined;
  readonly sinceReview?: boolean | undefined;
}

/** The display of rows: the columns, the language, the zone and the format. */
export interface ExportView {
  readonly columns: readonly ExportColumn[];
  readonly timeZone: string;
  readonly language: Language;
  readonly format: ExportFormat;
}

/** The export that was requested, and for whom. */
export interface ExportRequest extends ExportView, PaperHead {
  readonly dataSet: DataSetName;
  readonly scope: ExportScope;
}

/** One row of a data set by the keys of its columns, as the database wrote it. */
export type DataRow = Readonly<Record<string, Cell>>;

/** The source of the rows of a data set: one statement, and so one consistent snapshot, in its order. */
export interface DataSource {
  /** How many rows a person gives, by the columns of `person_figures`, where that is known without reading them. */
  readonly rowsOf?: (scope: ExportScope) => RawBuilder<unknown> | undefined;
  readonly rows: (scope: ExportScope, view: Pick<ExportView, 'columns' | 'timeZone'>) => RawBuilder<unknown>;
  /** The same rows without what is only shown, to be counted; {@link rows} where it is left out. */
  readonly counted?: (scope: ExportScope) => RawBuilder<unknown>;
  /** Columns that the server computes for a batch of rows, for instance the validity of signatures. */
  readonly complete?: (
    services: Services,
    rows: readonly DataRow[],
    asked: ExportView & { readonly scope: ExportScope },
  ) => Promise<readonly DataRow[]>;
  /** Columns that {@link complete} makes, and those that it needs for that. */
  readonly made?: { readonly columns: readonly ExportColumn[]; readonly from: readonly ExportColumn[] };
}
