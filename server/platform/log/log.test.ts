import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('[OPS-04] an error of the connection pool is logged without the client and its keys', () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => lines.push(line) });
  const client = { user: 'traintrail_app', processID: 4711, secretKey: 1_515_998_420 };
  log.warn({ err: Object.assign(new Error('terminated'), { code: '57P01', client }) }, 'lost a connection');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '57P01', client: '[redacted]' } });
  expect(lines[0]).not.toContain('1515998420');
});

/** The levels of the lines that a process has written when it does what `last` says, by the log of standard output. */
async function linesOf(last: string): Promise<readonly string[]> {
  const file = path.join(import.meta.dirname, 'log.ts');
  const script = `import { createLog } from ${JSON.stringify(file)};
    const log = createLog('info'); log.info('first'); log.child({}).info('second'); ${last}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test.each([
  ['ends', '', ['first', 'second']],
  ['exits', 'process.exit(0);', ['first', 'second']],
  [
    'fails',
    "process.on('uncaughtException', () => process.exit(1)); throw new Error('broken');",
    ['first', 'second'],
  ],
  [
    'is killed after a warning',
    "log.warn('third'); log.info('fourth'); process.kill(process.pid, 'SIGKILL');",
    ['first', 'second', 'third'],
  ],
])('[OPS-04] the lines of a process that %s are written', async (_, last, lines) => {
  expect(await linesOf(last)).toEqual(lines);
});
