/**
 * `node scripts/check-statements.ts FOLDER`: compares the answers of raw statements during the tests with their types
 * (docs/decisions/077). Prints each difference and each statement without an answer in any test; exit code 1 if a statement
 * differs, or if more than a tenth have no answer. Separate programs, such as the commands of the command line, are not observed.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Observed, ValueKind } from '#tests/harness/observe-statements.ts';
import { readTypedStatements } from './statement-types.ts';
import { faultsOf } from './statement-faults.ts';
import { root } from './steps.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node scripts/check-statements.ts FOLDER');
  process.exit(2);
}
const answers = new Map<string, Map<string, Set<ValueKind>>>();
for (const file of fs.readdirSync(folder)) {
  for (const line of fs.readFileSync(path.join(folder, file), 'utf8').split('\n')) {
    if (line === '') continue;
    const { place, column, kind } = JSON.parse(line) as Observed;
    const columns = answers.get(place) ?? new Map<string, Set<ValueKind>>();
    answers.set(place, columns);
    if (column !== null && kind !== null) columns.set(column, (columns.get(column) ?? new Set()).add(kind));
  }
}
const statements = readTypedStatements(root);
const faults = statements.flatMap((statement) => faultsOf(statement, answers.get(statement.place)));
const unseen = statements.filter(({ place }) => (answers.get(place)?.size ?? 0) === 0);
for (const fault of faults) console.log(fault);
for (const { place } of unseen) console.log(`${place}: no test has seen an answer`);
console.log(
  `${String(statements.length)} statements, ${String(unseen.length)} without an answer, ${String(faults.length)} differences`,
);
process.exitCode = faults.length === 0 && unseen.length * 10 <= statements.length ? 0 : 1;
