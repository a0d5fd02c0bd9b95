import { expect, test, vi } from 'vitest';
import { commandLog } from './command-log.ts';

/** What a command's log writes to standard error. */
function shownBy(options: { readonly json?: boolean }): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const log = commandLog('info', options);
    log.info({ table: 'users', rows: 3 }, 'backed up');
    log.warn({ err: new Error('connection lost') }, 'database');
    log.warn('the demo data is prepared again');
    log.error({ err: new Error('disk full') }, 'file');
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

test('[OPS-04] a person reads warnings of a command as sentences, and no JSON', () => {
  expect(shownBy({})).toBe(
    'Warning: database: connection lost\nWarning: the demo data is prepared again\nError: file: disk full\n',
  );
});

test('[OPS-04] with --json every line of a command’s log is JSON', () => {
  const lines = shownBy({ json: true }).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'backed up',
    'database',
    'the demo data is prepared again',
    'file',
  ]);
});
