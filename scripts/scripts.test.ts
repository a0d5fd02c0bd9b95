import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asTest, count, readPlaywright, readVitest, withRunner, type TestResult } from './test-results.ts';
import { idsIn, readNotWhole, readRequirements, traceTable } from './traceability.ts';
import { root, runStep } from './steps.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-scripts-test-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: unknown): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return path.relative(root, file);
};
const result = (title: string, status: TestResult['status']): TestResult => ({
  title,
  status,
  file: 'a.test.ts',
  durationMs: 1,
});
const step = (passed: boolean) => ({ title: 'rules', passed, durationMs: 5, output: '' });

test('[OPS-01] an old Node.js is told what is needed, with exit code 1', async () => {
  const preflight = path.join(root, 'scripts/preflight.mjs');
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); import(${JSON.stringify(preflight)});`;
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ['-e', pretend], (error, _, text) =>
      resolve({ code: error?.code, stderr: text }),
    );
  });
  expect(code).toBe(1);
  expect(stderr).toContain('TrainTrail needs Node.js 24 or later; this is Node.js 20.20.2');
});

test('a step passes only with exit code 0, and its output is kept', async () => {
  const good = write('good.mjs', 'console.log("fine");');
  const bad = write('bad.mjs', 'console.error("broken"); process.exit(3);');
  expect(await runStep({ title: 'good', command: [good] })).toMatchObject({ passed: true, output: 'fine\n' });
  expect(await runStep({ title: 'bad', command: [bad] })).toMatchObject({
    passed: false,
    output: 'broken\n',
  });
  expect(await runStep({ title: 'none', command: ['no-such-file.mjs'] })).toMatchObject({ passed: false });
});

test('vitest results: every test once, and a file that cannot be loaded is a failure', () => {
  const file = write('vitest.json', {
    testResults: [
      {
        name: path.join(root, 'shared/a.test.ts'),
        status: 'passed',
        message: '',
        assertionResults: [
          { fullName: '[OPS-01] one', status: 'passed', duration: 1.6 },
          { fullName: 'two', status: 'pending' },
          { fullName: 'three', status: 'failed', failureMessages: ['\u001B[31mexpected 1\u001B[39m'] },
        ],
      },
      {
        name: path.join(root, 'shared/b.test.ts'),
        status: 'failed',
        message: 'no such module\nat x',
        assertionResults: [],
      },
    ],
  });
  expect(readVitest(file)).toEqual([
    { title: '[OPS-01] one', status: 'passed', file: 'shared/a.test.ts', durationMs: 2 },
    { title: 'two', status: 'skipped', file: 'shared/a.test.ts', durationMs: 0 },
    { title: 'three', status: 'failed', file: 'shared/a.test.ts', durationMs: 0, message: 'expected 1' },
    {
      title: 'shared/b.test.ts as a whole: no such module',
      status: 'failed',
      file: 'shared/b.test.ts',
      durationMs: 0,
      message: 'no such module\nat x',
      wholeFile: true,
    },
  ]);
  expect(readVitest('no/such/report.json')).toEqual([]);
});

test('browser results: nested suites, and a test that needed a second try has failed', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'slice.spec.ts',
    tests: [{ projectName: '', status, results: [{ duration: 10 }, { duration: 5 }] }],
  });
  const file = write('browser.json', {
    config: { rootDir: path.join(root, 'tests/e2e') },
    suites: [
      {
        title: 'slice.spec.ts',
        specs: [spec('outer', 'expected')],
        suites: [{ title: 'inner', specs: [spec('flaky one', 'flaky'), spec('left out', 'skipped')] }],
      },
    ],
    errors: [{ message: 'the server did not start\nat x' }],
  });
  expect(readPlaywright(file).map(({ title, status }) => [title, status])).toEqual([
    ['outer', 'passed'],
    ['inner flaky one', 'failed'],
    ['inner left out', 'skipped'],
    ['browser run: the server did not start', 'failed'],
  ]);
  expect(readPlaywright(file)[0]).toMatchObject({ file: 'tests/e2e/slice.spec.ts', durationMs: 15 });
});

test('a run that fails without a failed test, or that runs nothing, counts as failed', () => {
  expect(withRunner(step(true), [result('a', 'passed')], 's')).toHaveLength(1);
  expect(count(withRunner(step(false), [result('a', 'passed')], 's'))).toMatchObject({
    passed: 1,
    failed: 1,
  });
  expect(count(withRunner(step(false), [result('a', 'failed')], 's'))).toMatchObject({ failed: 1 });
  expect(count(withRunner(step(true), [], 's'))).toMatchObject({ passed: 0, failed: 1 });
  expect(count(withRunner(step(true), [result('a', 'skipped')], 's'))).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(asTest(step(false), 's')).toMatchObject({ status: 'failed', file: 's' });
});

test('requirements are read from tables and lists, IDs from titles', () => {
  const markdown = [
    '| ID | Requirement | Risk |',
    '|---|---|---|',
    '| AUTH-01 | Signed out, a \\| b. | high |',
    '- OPS-02 Production.',
    'AUTH-09 is not a row',
  ];
  expect(readRequirements(markdown.join('\n'))).toEqual([
    { id: 'AUTH-01', text: 'Signed out, a \\| b.' },
    { id: 'OPS-02', text: 'Production.' },
  ]);
  expect(idsIn('[AUTH-01, OPS-02] [LRN-07] and T1, [F3], [AUTH-01]')).toEqual([
    'AUTH-01',
    'OPS-02',
    'LRN-07',
  ]);
});

test('traceability: passed needs every test passed, one failure fails, no test is open', () => {
  const requirements = ['AUTH-01', 'LRN-07', 'SEC-01', 'OPS-02'].map((id) => ({ id, text: 'Text.' }));
  const { text, summary } = traceTable(requirements, [
    result('[AUTH-01] x', 'passed'),
    result('[AUTH-01, LRN-07] y', 'passed'),
    result('[LRN-07] z', 'failed'),
    result('[SEC-01] later', 'skipped'),
  ]);
  expect(summary).toBe('4 requirements: 1 passed, 1 failed, 2 open.');
  expect(text).toContain('| AUTH-01 | Text. | passed | 2 | `a.test.ts` |');
  expect(text).toContain('| LRN-07 | Text. | failed | 2 | `a.test.ts` |');
  expect(text).toContain('| SEC-01 | Text. | open | 0 | `a.test.ts` |');
  expect(text).toContain('| OPS-02 | Text. | open | 0 |  |');
});

test('traceability: what is not whole yet stays open though its tests pass, and fails when they fail', () => {
  const notWhole = readNotWhole('Words.\n\nNot whole yet: AUTH-01,\nLRN-07\n\nSEC-01 elsewhere.\n');
  expect([...notWhole]).toEqual(['AUTH-01', 'LRN-07']);
  const { text } = traceTable(
    ['AUTH-01', 'LRN-07', 'SEC-01'].map((id) => ({ id, text: 'Text.' })),
    [result('[AUTH-01] [SEC-01] x', 'passed'), result('[LRN-07] y', 'failed')],
    notWhole,
  );
  expect(text).toContain('| AUTH-01 | Text. | open | 1 |');
  expect(text).toContain('| LRN-07 | Text. | failed | 1 |');
  expect(text).toContain('| SEC-01 | Text. | passed | 1 |');
});

test('docs/requirements.md is readable for the trace', () => {
  const requirements = readRequirements(fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
  expect(requirements.length).toBeGreaterThan(100);
  const ids = new Set(requirements.map(({ id }) => id));
  expect(ids.size).toBe(requirements.length);
  const notWhole = readNotWhole(fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
  expect([...notWhole].filter((id) => !ids.has(id))).toEqual([]);
});
