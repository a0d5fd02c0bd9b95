import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asText, runRunner, type Runner } from './runners.ts';
import { maxRepeated, toRepeat, withRepeatedTests } from './repeat-failed.ts';
import { root } from './steps.ts';
import { readVitest, type TestResult } from './test-results.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-repeat-failed-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

const result = (title: string, status: TestResult['status'], file = 'a.test.ts'): TestResult => ({
  title,
  status,
  file,
  durationMs: 1,
  ...(status === 'failed' ? { message: `${title} went wrong` } : {}),
});
const step = { title: 'rules', passed: false, durationMs: 5, output: '' };
const failures = (number: number): TestResult[] =>
  Array.from({ length: number }, (_, at) => result(`test ${String(at)}`, 'failed'));

test('a few failed tests are repeated, many are not, nor what is no test of its own', () => {
  const one = result('a', 'failed');
  expect(toRepeat(step, [one, result('b', 'passed'), result('c', 'skipped')])).toEqual([one]);
  expect(toRepeat(step, [result('b', 'passed')])).toEqual([]);
  expect(toRepeat(step, failures(maxRepeated))).toHaveLength(maxRepeated);
  expect(toRepeat(step, failures(maxRepeated + 1))).toEqual([]);
  expect(toRepeat(step, [one, result('browser run: no server', 'failed', 'tests/e2e')])).toEqual([]);
  expect(toRepeat(step, [one, result('the run itself failed', 'failed', 'scripts/test.ts')])).toEqual([]);
});

test('a run that was ended, or that had errors beside its tests, is not saved by a repetition', () => {
  const tests = failures(1);
  expect(toRepeat({ ...step, stopped: true }, tests)).toEqual([]);
  expect(toRepeat({ ...step, output: '      Tests  1 failed (9)\n     Errors  1 error\n' }, tests)).toEqual(
    [],
  );
});

test('what passes the second time is passed and unsteady, with what it said first', () => {
  const first = [result('a', 'failed'), result('b', 'failed'), result('c', 'passed'), result('d', 'failed')];
  const again = [result('a', 'passed'), result('b', 'failed'), result('c', 'passed'), result('d', 'skipped')];
  expect(withRepeatedTests(first, again)).toEqual([
    { ...first[0], status: 'passed', unsteady: true },
    first[1],
    first[2],
    first[3],
  ]);
  expect(withRepeatedTests(first, [])).toEqual(first);
  // The same title in another file proves nothing.
  expect(withRepeatedTests(first, [result('a', 'passed', 'b.test.ts')])).toEqual(first);
});

test('what passed first and fails beside the repeated one is unsteady too', () => {
  expect(
    withRepeatedTests(
      [result('a', 'failed'), result('b', 'passed')],
      [result('a', 'passed'), result('b', 'failed')],
    ),
  ).toMatchObject([
    { status: 'passed', unsteady: true, message: 'a went wrong' },
    { status: 'passed', unsteady: true, message: 'b went wrong' },
  ]);
});

test('a file that could not be loaded is unsteady only when every test of it passes', () => {
  const whole: TestResult = { ...result('a.test.ts as a whole', 'failed'), wholeFile: true };
  expect(withRepeatedTests([whole], [result('a', 'passed')])).toMatchObject([{ unsteady: true }]);
  expect(withRepeatedTests([whole], [result('a', 'passed'), result('b', 'failed')])).toEqual([whole]);
});

/** A runner whose tests fail as often as they are told to. */
function fakeRunner(times: Readonly<Record<string, number>>): Runner {
  const file = path.relative(root, path.join(folder, 'report.json'));
  const program = path.join(folder, 'runner.mjs');
  fs.writeFileSync(path.join(folder, 'left.json'), JSON.stringify(times));
  fs.writeFileSync(
    program,
    `import fs from 'node:fs';
     const here = (name) => new URL(name, import.meta.url);
     const left = JSON.parse(fs.readFileSync(here('left.json'), 'utf8'));
     const assertionResults = Object.entries(left).map(([fullName, times]) => times > 0
       ? { fullName, status: 'failed', failureMessages: ['went wrong, ' + times + ' left'] }
       : { fullName, status: 'passed', duration: 1 });
     for (const name of Object.keys(left)) left[name] -= 1;
     fs.writeFileSync(here('left.json'), JSON.stringify(left));
     fs.writeFileSync(here('report.json'), JSON.stringify({
       testResults: [{ name: ${JSON.stringify(path.join(root, 'a.test.ts'))}, status: 'failed', message: '', assertionResults }],
     }));
     console.log('ran with', process.argv.slice(2).join(' '));
     process.exitCode = assertionResults.some(({ status }) => status === 'failed') ? 1 : 0;`,
  );
  return {
    step: { title: 'rules', command: [program] },
    file,
    read: readVitest,
    again: (failed) => ({ title: 'rules', command: [program, ...failed.map(({ title }) => title)] }),
  };
}

async function run(times: Readonly<Record<string, number>>) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const tests = await runRunner(fakeRunner(times), 'scripts/test.ts');
  const printed = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return { tests, printed, log: fs.readFileSync(path.join(folder, 'report.log'), 'utf8') };
}

test('the step of a runner passes when what failed passes alone, and says that it looked twice', async () => {
  const { tests, printed, log } = await run({ steady: 0, shaky: 1 });
  expect(tests).toMatchObject([
    { title: 'steady', status: 'passed' },
    { title: 'shaky', status: 'passed', unsteady: true, message: 'went wrong, 1 left' },
  ]);
  expect(printed).toContain('rules: 1 once more');
  expect(printed).toMatch(/^ok .*rules$/m);
  expect(log).toContain('once more:\nran with shaky');
  expect(tests.map((one) => asText('unsteady', one))[1]).toBe(
    'unsteady: a.test.ts: shaky\nwent wrong, 1 left',
  );
});

test('the step of a runner fails when a test fails twice, or when too many fail at once', async () => {
  const twice = await run({ steady: 0, broken: 2 });
  expect(twice.tests).toMatchObject([{ status: 'passed' }, { status: 'failed' }]);
  expect(twice.printed).toMatch(/^FAIL .*rules$/m);
  const many = await run(Object.fromEntries(failures(maxRepeated + 1).map(({ title }) => [title, 1])));
  expect(many.tests.every(({ status }) => status === 'failed')).toBe(true);
  expect(many.printed).not.toContain('once more');
  expect(many.log).not.toContain('once more');
});
