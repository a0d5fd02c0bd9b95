import { dataSets, dataSetNames, usualColumns, type DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import { exportPeriods, type ExportPeriod } from '#shared/domain/reports/export-period.ts';
import { exportFormats, type ExportFormat } from '#shared/domain/reports/export-name.ts';
import { noFilter } from '#app/features/completion-report/report-filter.ts';

/** The state of the page at the start; all of it is in the address. */
export const noChoice = {
  ...noFilter,
  dataSet: 'people',
  format: 'csv',
  columns: '',
  status: '',
  version: '',
  from: '',
  to: '',
  period: '',
  team: '',
  job: '',
  person: '',
  actor: '',
  about: '',
  /** The id of the saved export that is being changed. */
  saved: '',
} as const;

/** The choice as written in the address. */
export type ExportChoice = { readonly [Key in keyof typeof noChoice]: string };

/** Reads the choice from an address: a data set and a format that exist, and columns of that data set in their order. */
export function readChoice(view: ExportChoice, allowed: readonly DataSetName[]) {
  const dataSet = allowed.find((name) => name === view.dataSet) ?? allowed[0] ?? dataSetNames[0];
  const format: ExportFormat = exportFormats.find((name) => name === view.format) ?? 'csv';
  const all: readonly ExportColumn[] = dataSets[dataSet].columns;
  const named = view.columns.split(',').flatMap((name) => all.find((column) => column === name) ?? []);
  const columns = view.columns === '' ? usualColumns(dataSet, format) : [...new Set(named)];
  return { dataSet, format, columns };
}

/** Returns the chosen period; null: fixed days, or none. */
export const periodOf = ({ period }: Pick<ExportChoice, 'period'>): ExportPeriod | null =>
  exportPeriods.find((one) => one === period) ?? null;

/** Returns the active filters that the data set supports, for the calls. */
export function filtersOf(view: ExportChoice, dataSet: DataSetName): Readonly<Record<string, string>> {
  const set: Readonly<Record<string, string>> = {
    org: view.org === 'all' ? '' : view.org,
    departmentId: view.dept,
    q: view.q,
    moduleId: view.module,
    // A version has no meaning without its module.
    version: view.module === '' ? '' : view.version,
    asOf: view.asOf,
    status: view.status,
    // A period takes the place of days.
    from: periodOf(view) === null ? view.from : '',
    to: periodOf(view) === null ? view.to : '',
    period: periodOf(view) ?? '',
    team: view.team === 'true' ? 'true' : '',
    jobTitle: view.job,
    userId: view.person,
    actor: view.actor,
    about: view.about,
  };
  const known: readonly string[] = dataSets[dataSet].filters;
  return Object.fromEntries(
    Object.entries(set).filter(([name, value]) => value !== '' && known.includes(name)),
  );
}

/** Returns a saved export as an address, to be changed. */
export function choiceOf({
  id,
  dataSet,
  format,
  columns,
  filters,
}: {
  readonly id: number;
  readonly dataSet: string;
  readonly format: string;
  readonly columns: readonly string[];
  readonly filters: Readonly<Record<string, string | number | boolean>>;
}): ExportChoice {
  const text = (name: string) => String(filters[name] ?? '');
  return {
    ...noChoice,
    dataSet,
    format,
    columns: columns.join(','),
    org: text('org') === '' ? 'all' : text('org'),
    dept: text('departmentId'),
    q: text('q'),
    module: text('moduleId'),
    version: text('version'),
    asOf: text('asOf'),
    status: text('status'),
    from: text('from'),
    to: text('to'),
    period: text('period'),
    team: text('team'),
    job: text('jobTitle'),
    person: text('userId'),
    actor: text('actor'),
    about: text('about'),
    saved: String(id),
  };
}

/** Returns the columns with one moved by a place; unchanged if it cannot move further. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const other = index + by;
  const [item, neighbour] = [items[index], items[other]];
  if (item === undefined || neighbour === undefined) return items;
  return items.map((one, place) => (place === index ? neighbour : place === other ? item : one));
}
