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
