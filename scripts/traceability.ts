import type { TestResult } from './test-results.ts';

/** One requirement of docs/requirements.md. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
}

const id = '[A-Z]{2,6}-\\d{2,3}';
const requirementLine = new RegExp(`^(?:- |\\|\\s*)(${id})(?:\\s*\\||:)?\\s+(.*)$`);
const titleIds = new RegExp(`\\[(${id}(?:(?:,|;|/)?\\s*${id})*)\\]`, 'g');

/** Returns the requirements in lines such as `- AUTH-01 Text` or `| AUTH-01 | Text | risk |`. */
export function readRequirements(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const match = requirementLine.exec(line);
    if (!match) return [];
    const [, found = '', rest = ''] = match;
    const text = line.startsWith('|') ? (rest.split(/(?<!\\)\|/)[0] ?? '') : rest;
    return [{ id: found, text: text.trim() }];
  });
}

/** Returns the IDs in the line `Not whole yet: …`: parts of them are built and tested, others are not. */
export function readNotWhole(markdown: string): ReadonlySet<string> {
  const list = markdown.split('\nNot whole yet: ')[1]?.split('\n\n')[0] ?? '';
  return new Set(list.match(new RegExp(id, 'g')));
}

/** IDs in brackets: `[AUTH-01]` or `[AUTH-01, AUTH-02]`; each once, in their order. */
export function idsIn(text: string): string[] {
  const found = [...text.matchAll(titleIds)].flatMap((match) => match[1]?.match(new RegExp(id, 'g')) ?? []);
  return [...new Set(found)];
}

type State = 'passed' | 'failed' | 'open';

function stateOf(tests: readonly TestResult[]): State {
  if (tests.some((test) => test.status === 'failed')) return 'failed';
  return tests.some((test) => test.status === 'passed') ? 'passed' : 'open';
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Returns the table of docs/traceability.md and one line about it; requirements that are not whole are open, however many tests pass. */
export function traceTable(
  requirements: readonly Requirement[],
  results: readonly TestResult[],
  notWhole: ReadonlySet<string> = new Set(),
): { text: string; summary: string } {
  const byId = new Map<string, TestResult[]>(requirements.map((requirement) => [requirement.id, []]));
  for (const result of results) for (const found of idsIn(result.title)) byId.get(found)?.push(result);
  const states = { passed: 0, failed: 0, open: 0 };
  const rows = requirements.map((requirement) => {
    const tests = byId.get(requirement.id) ?? [];
    const tested = stateOf(tests);
    const state = tested === 'passed' && notWhole.has(requirement.id) ? 'open' : tested;
    states[state] += 1;
    const files = [...new Set(tests.map((test) => test.file))].toSorted().map((file) => `\`${file}\``);
    const counted = tests.filter((test) => test.status !== 'skipped').length;
    return `| ${requirement.id} | ${cell(requirement.text)} | ${state} | ${counted} | ${files.join('<br>')} |`;
  });
  const summary = `${requirements.length} requirements: ${states.passed} passed, ${states.failed} failed, ${states.open} open.`;
  const text = [
    '# Traceability',
    '',
    'Written by `npm run trace` from [requirements.md](requirements.md) and the last `npm test`. Passed: at least one test',
    'carries the ID and every one of them passed; it does not say that the tests cover the whole sentence. Open: no test yet,',
    'or parts of the requirement are not built.',
    '',
    summary,
    '',
    '| ID | Requirement | State | Tests | Where |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  return { text, summary };
}
