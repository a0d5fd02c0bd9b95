/** The garbage of tests/faults/garbage.test.ts, with more of it and other seeds (SEC-01, SEC-06). */
import { catalogue } from '#shared/contract/catalogue.ts';
import { driveGarbage, type Sender } from '#tests/harness/garbage-drive.ts';
import type { Attack } from './attack.ts';
import { record } from './finding.ts';

const senders: readonly Sender[] = ['admin', 'learner'];

/** The garbage of every call. */
export const garbage: Attack = {
  name: 'garbage',
  title: 'right calls with garbage in their parts',
  run: async (ground, round) => {
    for (const endpoint of catalogue) {
      for (const sender of senders) {
        if (round.isOver()) return;
        const onSent = (sent: Parameters<typeof record>[4] & { readonly path: string }, status: number) =>
          record(round.log, sender, endpoint.method, sent.path, sent, status);
        try {
          await driveGarbage(ground, endpoint, sender, {
            runs: Math.ceil(20 * round.effort),
            seed: round.seed,
            onSent,
          });
        } catch (error) {
          // The last call is the smallest that shows it.
          round.findings.add(
            `${endpoint.id} by ${sender}: ${error instanceof Error ? error.message : String(error)}`,
            round.log.lines.slice(-1),
          );
        }
      }
    }
  },
};
