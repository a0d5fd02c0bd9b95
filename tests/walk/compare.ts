import { isLost, keyOf, type Line } from './declared.ts';

/** A control as the table shows it. */
export interface Row {
  /** The controls that lead to it, and itself. */
  readonly control: string;
  readonly effect: string;
  readonly result: 'as declared' | 'not declared' | 'does something else' | 'does nothing' | 'missing';
}

const told = ({ role, name }: Line): string => `${role} ${JSON.stringify(name)}`;
const effectOf = ({ effects }: Line): string => effects.join(' + ') || 'disabled';

/** Each declared effect was seen, and nothing that was not declared was opened, asked for or left. */
const same = (seen: Line, declared: Line): boolean =>
  [...seen.effects].toSorted().join(' + ') === [...declared.effects].toSorted().join(' + ');

/** Compares what was seen with what is declared, line by line. */
export function compareLines(seen: readonly Line[], declared: readonly Line[], above = ''): readonly Row[] {
  const wanted = new Map(declared.map((line) => [keyOf(line), line]));
  const rows = seen.flatMap((line): readonly Row[] => {
    const own = wanted.get(keyOf(line));
    wanted.delete(keyOf(line));
    const control = `${above}${told(line)}`;
    const effect = effectOf(line);
    if (own && isLost(line, own)) return [{ control, effect: effectOf(own), result: 'as declared' }];
    if (line.effects.includes('nothing')) return [{ control, effect, result: 'does nothing' }];
    const result =
      own === undefined ? 'not declared' : same(line, own) ? 'as declared' : 'does something else';
    const shown = result === 'does something else' && own ? `${effect} (declared: ${effectOf(own)})` : effect;
    return [
      { control, effect: shown, result },
      ...compareLines(line.below, own?.below ?? [], `${control} → `),
    ];
  });
  const missing = [...wanted.values()]
    .filter(({ maybe }) => maybe !== true)
    .map((line): Row => ({ control: `${above}${told(line)}`, effect: effectOf(line), result: 'missing' }));
  return [...rows, ...missing];
}
