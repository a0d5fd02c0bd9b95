import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { trainingGridContract } from '#shared/contract/training-grid.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import { noFilter } from '#app/features/completion-report/report-filter.ts';

/** The modules of the grid, and where its pages start. */
export type Outline = ResponseOf<typeof trainingGridContract.outline>;
/** A person of the grid with the letters of the cells. */
export type GridRow = ResponseOf<typeof trainingGridContract.people>['rows'][number];
/** A column of the grid. */
export type GridModule = Outline['modules'][number];

/** Everybody, now; `module` has the ids of the modules with commas between them. */
export const noGridFilters = { ...noFilter, job: '', matrix: '', status: '' } as const;

/** The filters of the grid as the address has them. */
export type GridView = { readonly [Key in keyof typeof noGridFilters]: string };

/** The modules of an address; what is no id is left out. */
export const modulesOf = ({ module }: Pick<GridView, 'module'>): readonly number[] =>
  module.split(',').flatMap((text) => (/^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []));

/** The state of an address; undefined for none and for anything else. */
export const statusOf = ({ status }: Pick<GridView, 'status'>): TrainingState | undefined =>
  trainingStates.find((state) => state === status);

/** The filters as the calls take them, without those that are not set. */
export function gridQuery(view: GridView) {
  const { org, dept, job, q, matrix, asOf } = view;
  const modules = modulesOf(view);
  const status = statusOf(view);
  return {
    org,
    ...(dept ? { departmentId: dept } : {}),
    ...(job ? { jobTitle: job } : {}),
    ...(q ? { q } : {}),
    ...(/^[1-9]\d{0,8}$/.test(matrix) ? { matrixId: matrix } : {}),
    ...(modules.length > 0 ? { modules: modules.join(',') } : {}),
    ...(status ? { status } : {}),
    ...(asOf ? { asOf } : {}),
  };
}
