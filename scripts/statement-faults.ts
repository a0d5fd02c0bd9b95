import type { ValueKind } from '#tests/harness/observe-statements.ts';
import type { TypedStatement } from './statement-types.ts';

/** The answers of a statement: the kinds of values by column. */
export type Answered = ReadonlyMap<string, ReadonlySet<ValueKind>>;

/** Returns the differences between the answers of a statement and its type, one sentence each; none if it had no answer. */
export function faultsOf(
  { place, columns }: TypedStatement,
  answered: Answered | undefined,
): readonly string[] {
  if (columns === null || answered === undefined || answered.size === 0) return [];
  const faults: string[] = [];
  for (const [name, kinds] of answered) {
    const type = columns.get(name);
    if (!type) {
      faults.push(`${place}: answers with ${name}, which its type does not have`);
      continue;
    }
    const { kinds: typed } = type;
    const wrong = typed === null ? [] : [...kinds].filter((kind) => !typed.includes(kind));
    if (typed !== null && wrong.length > 0)
      faults.push(`${place}: ${name} is ${wrong.join(' or ')}, its type says ${typed.join(' or ')}`);
  }
  for (const [name, { isOptional }] of columns)
    if (!isOptional && !answered.has(name)) faults.push(`${place}: does not answer with ${name}`);
  return faults;
}
