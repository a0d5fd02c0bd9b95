/**
 * `npm run trace`: compares docs/requirements.md with the last `npm test` and writes docs/traceability.md, with one row per
 * requirement: passed, failed or open. `--check` only looks for test titles that name an unknown ID.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './steps.ts';
import { idsIn, readNotWhole, readRequirements, traceTable } from './traceability.ts';
import type { TestResult } from './test-results.ts';

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

function testFiles(): string[] {
  return ['shared', 'server', 'app', 'tests', 'scripts']
    .flatMap((dir) =>
      fs
        .readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' })
        .map((file) => path.join(dir, file)),
    )
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .toSorted();
}

const requirements = readRequirements(read('docs/requirements.md'));
const known = new Set(requirements.map(({ id }) => id));
const unknown = testFiles().flatMap((file) =>
  idsIn(read(file))
    .filter((id) => !known.has(id))
    .map((id) => `${file} names ${id}, which docs/requirements.md does not have`),
);

if (known.size === 0) unknown.push('docs/requirements.md has no requirement');
for (const problem of unknown) process.stderr.write(`${problem}\n`);
if (unknown.length > 0) {
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) {
  const resultFile = 'test-results/results.json';
  if (!fs.existsSync(path.join(root, resultFile))) {
    process.stderr.write('There are no results yet: run npm test first.\n');
    process.exitCode = 1;
  } else {
    const results = JSON.parse(read(resultFile)) as TestResult[];
    const { text, summary } = traceTable(requirements, results, readNotWhole(read('docs/requirements.md')));
    fs.writeFileSync(path.join(root, 'docs/traceability.md'), text);
    process.stdout.write(`${summary}\n`);
  }
}
