import {
  checkRestored,
  destinationsOf,
  lostAnchoredHead,
  proveRestore,
  recallLostHeads,
  sealAll,
  sealerOf,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { holdAfterRestore } from '#server/platform/mail/restored.ts';
import type { Services } from '#server/platform/services.ts';
import { say } from './command.ts';

/** What the trail keeps of a restore beside the head that it lost. */
export type RestoreFacts = Readonly<Record<string, string>>;

/**
 * Writes a restore into the trail with the last head that it lost, holds waiting emails, and checks everything (OPS-04). `recorded` runs between:
 * what must not happen while the trail does not know yet.
 */
export async function recordRestore(
  services: Services,
  facts: RestoreFacts,
  recorded: () => void = () => undefined,
): Promise<VerifyReport> {
  const sealer = sealerOf(services);
  await recallLostHeads(sealer, destinationsOf(services.config), services.log);
  const lostHead = await lostAnchoredHead(sealer);
  const lostHeadProof = lostHead === null ? null : proveRestore(sealer.key, lostHead);
  const command = {
    action: 'system.restore',
    actorId: null,
    origin: { ...facts, lostHead, lostHeadProof },
  };
  await runCommand(services, command, async () => undefined);
  await holdAfterRestore(services);
  await sealAll(sealer);
  recorded();
  return checkRestored(services);
}

/** Prints what the check after a restore found, and answers the exit code. */
export function reportRestored(report: VerifyReport): number {
  for (const { kind, object, detail } of report.findings) say(`${kind}  ${object}: ${detail}`);
  for (const { kind, object, detail } of report.notices) say(`note: ${kind}  ${object}: ${detail}`);
  say(report.clean ? 'Checked: clean. Everybody signs in again.' : 'Checked: NOT CLEAN.');
  say('Emails that were pending are held: look at the outbox and release those that are to go.');
  return report.clean ? 0 : 1;
}
