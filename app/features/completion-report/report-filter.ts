/** The filters of the report, as in the address. */
export interface FilterView {
  readonly org: string;
  readonly dept: string;
  readonly q: string;
  readonly asOf: string;
  /** The id of the only module. */
  readonly module: string;
}

/** Everybody, now. */
export const noFilter = { org: 'all', dept: '', q: '', asOf: '', module: '' } as const satisfies FilterView;

/** The filters as the call takes them (RPT-01, RPT-04). */
export function filterOf({ org, dept, q, asOf, module }: FilterView) {
  return {
    org,
    ...(dept ? { departmentId: dept } : {}),
    ...(q ? { q } : {}),
    ...(asOf ? { asOf } : {}),
    ...(module ? { moduleId: module } : {}),
  };
}

/** The filters as another address of the report has them: what is not set stays out. */
export function shownFilter({ org, dept, q, asOf, module }: FilterView): Readonly<Record<string, string>> {
  const set = { org: org === 'all' ? '' : org, dept, q, asOf, module };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ''));
}
