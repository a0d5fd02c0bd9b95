import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { AccessRows, TargetName } from './access-table.ts';
import { personas } from './access-world.ts';

/** What is wrong with the table itself, seen from the catalogue: empty when it is complete (AUTH-13). */
export function gapsOf(catalogue: readonly AnyEndpoint[], table: AccessRows): readonly string[] {
  const known = new Set(catalogue.map((endpoint) => endpoint.id));
  return [
    ...catalogue.filter((endpoint) => !table[endpoint.id]).map((endpoint) => `${endpoint.id} has no row`),
    ...Object.keys(table)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is no endpoint`),
    ...catalogue.flatMap((endpoint) => wrongTargets(endpoint, table)),
    ...Object.entries(table).flatMap(([id, row]) =>
      Object.entries(row.expect)
        .filter(([, statuses]) => statusesOf(statuses).length !== personas.length)
        .map(([target]) => `${id} has not one status a persona for ${target}`),
    ),
  ];
}

/** The statuses of one line of the table. */
export function statusesOf(line: string): readonly number[] {
  return line.trim().split(/\s+/).map(Number);
}

/** A call that names a record must be tried with the own, a report's and a foreign one. */
function wrongTargets(endpoint: AnyEndpoint, table: AccessRows): readonly string[] {
  const row = table[endpoint.id];
  if (!row) return [];
  const targets = Object.keys(row.expect) as TargetName[];
  const namesRecord = /:(?:id|userId|matrixId|number|filename|grantId)\b/.test(endpoint.path);
  const all = ['own', 'report', 'foreign'].every((name) => targets.includes(name as TargetName));
  if (namesRecord && !all) return [`${endpoint.id} names a record: it needs own, report and foreign`];
  return targets.length === 0 ? [`${endpoint.id} expects nothing`] : [];
}
