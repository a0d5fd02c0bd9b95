/** The corpus of files that harm who opens them: tests/faults/bombs.test.ts, in a server of its own whose memory is watched (SEC-05, SEC-06). */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Attack } from './attack.ts';

const root = path.join(import.meta.dirname, '../..');
const file = 'tests/faults/bombs.test.ts';

/** The bombs. */
export const bombs: Attack = {
  name: 'bombs',
  title: 'files that harm who opens them',
  run: async (_ground, round) => {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--project=faults', file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    const code = await new Promise<number>((resolve) =>
      child.once('close', (status) => resolve(status ?? 1)),
    );
    round.log.count += Number(/Tests .*?(\d+) passed/.exec(output)?.[1] ?? 0);
    if (code !== 0) round.findings.add(`${file} fails`, output.trimEnd().split('\n').slice(-40));
  },
};
