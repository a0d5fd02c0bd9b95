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

/** All people, now; `module` has the ids of the modules, separated by commas. */
export const noGridFilters = { ...noFilter, job: '', matrix: '', status: '' } as const;

/** The filters of the grid as written in the address. */
export type GridView = { readonly [Key in keyof typeof noGridFilters]: string };

/** Returns the modules of an address; texts that are not ids are left out. */
export const modulesOf = ({ module }: Pick<GridView, 'module'>): readonly number[] =>
  module.split(',').flatMap((text) => (/^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []));

/** Returns the state of an address; undefined for none and for any other text. */
export const statusOf = ({ status }: Pick<GridView, 'status'>): TrainingState | undefined =>
  trainingStates.find((state) => state === status);

/** Returns the filters as the calls expect them, without inactive ones. */
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
