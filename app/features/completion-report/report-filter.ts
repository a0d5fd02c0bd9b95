/** The filters of the report, as in the address. */
export interface FilterView {
  readonly org: string;
  readonly dept: string;
  readonly q: string;
  readonly asOf: string;
  /** The id of the module by which the report is filtered. */
  readonly module: string;
}

/** All people, now. */
export const noFilter = { org: 'all', dept: '', q: '', asOf: '', module: '' } as const satisfies FilterView;

/** Returns the filters as the call expects them (RPT-01, RPT-04). */
export function filterOf({ org, dept, q, asOf, module }: FilterView) {
  return {
    org,
    ...(dept ? { departmentId: dept } : {}),
    ...(q ? { q } : {}),
    ...(asOf ? { asOf } : {}),
    ...(module ? { moduleId: module } : {}),
  };
}

/** Returns the filters for another address of the report; inactive filters are left out. */
export function shownFilter({ org, dept, q, asOf, module }: FilterView): Readonly<Record<string, string>> {
  const set = { org: org === 'all' ? '' : org, dept, q, asOf, module };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ''));
}
