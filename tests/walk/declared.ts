import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from './facts.ts';

/** A control with what it does; what stands in the surface that it opens is below it. */
export interface Line {
  readonly role: string;
  readonly name: string;
  /** In the data of another day it may be missing. */
  readonly maybe?: boolean;
  /** What it causes; empty where it is disabled. */
  readonly effects: readonly string[];
  readonly below: readonly Line[];
}

const folder = join(import.meta.dirname, 'declared');
const fileOf = (path: string): string => join(folder, `${fileNameOf(path)}.txt`);

/** How lines with the same name are told apart and found again. */
export const keyOf = (line: Pick<Line, 'role' | 'name'>): string => `${line.role} ${line.name}`;

const linePattern = /^( *)([a-z]+)(\?)? (".*") > (.*)$/;

interface Open {
  readonly depth: number;
  readonly below: Line[];
}

/** Reads the lines of a block. */
function readLines(text: readonly string[], where: string): readonly Line[] {
  const top: Open = { depth: -1, below: [] };
  const open: Open[] = [top];
  for (const row of text) {
    const parts = linePattern.exec(row);
    if (!parts) throw new Error(`${where}: "${row}" is no declaration`);
    const [, indent = '', role = '', maybe, name = '""', effects = ''] = parts;
    const depth = indent.length / 2;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const line = {
      role,
      name: JSON.parse(name) as string,
      maybe: maybe === '?',
      effects: effects === 'disabled' ? [] : effects.split(' + '),
      below: [],
    };
    open.at(-1)?.below.push(line);
    open.push({ depth, below: line.below });
  }
  return top.below;
}

/** What a screen declares, by who walks; an empty map where nothing is declared. */
export function readDeclared(path: string): ReadonlyMap<string, readonly Line[]> {
  const file = fileOf(path);
  if (!existsSync(file)) return new Map();
  const found = new Map<string, readonly Line[]>();
  for (const block of readFileSync(file, 'utf8').trim().split(/\n\n+/)) {
    const [head = '', ...rows] = block.split('\n');
    if (!head.startsWith('as ')) throw new Error(`${file}: a block begins with "as"`);
    const lines = readLines(rows, file);
    for (const walker of head.slice(3).split(', ')) found.set(walker, lines);
  }
  return found;
}

function writeLines(lines: readonly Line[], depth: number): string[] {
  return lines.flatMap(({ role, name, maybe, effects, below }) => [
    `${'  '.repeat(depth)}${role}${maybe === true ? '?' : ''} ${JSON.stringify(name)} > ${effects.join(' + ') || 'disabled'}`,
    ...writeLines(below, depth + 1),
  ]);
}

/** What may be missing may also be gone before what it opens was walked; it is then as it was declared. */
export const isLost = (seen: Line, declared: Line | undefined): boolean =>
  declared?.maybe === true && seen.effects.length > 1 && seen.effects.includes('nothing');

/** What was seen, with the marks of what may be missing; what is so marked and was missing stays, after what it stood behind. */
export function keepMarks(seen: readonly Line[], before: readonly Line[]): readonly Line[] {
  const old = new Map(before.map((line) => [keyOf(line), line]));
  const lines = seen.map((line): Line => {
    const known = old.get(keyOf(line));
    if (!known) return line;
    if (isLost(line, known)) return known;
    return { ...line, maybe: known.maybe === true, below: keepMarks(line.below, known.below) };
  });
  for (const [at, line] of before.entries()) {
    if (line.maybe !== true || lines.some((one) => keyOf(one) === keyOf(line))) continue;
    const ahead = before.slice(0, at).map(keyOf);
    const place = lines.findLastIndex((one) => ahead.includes(keyOf(one)));
    lines.splice(place + 1, 0, line);
  }
  return lines;
}

/** Writes what a walker saw into the screen's file; walkers who see the same share a block. */
export function writeDeclared(path: string, walker: string, seen: readonly Line[]): void {
  const before = readDeclared(path);
  const all = new Map([...before, [walker, keepMarks(seen, before.get(walker) ?? [])]]);
  const groups = new Map<string, string[]>();
  for (const [who, lines] of [...all].toSorted(([a], [b]) => a.localeCompare(b))) {
    const text = writeLines(lines, 0).join('\n');
    groups.set(text, [...(groups.get(text) ?? []), who]);
  }
  const blocks = [...groups].map(([text, who]) => `as ${who.join(', ')}\n${text}`);
  writeFileSync(fileOf(path), `${blocks.join('\n\n')}\n`);
}
