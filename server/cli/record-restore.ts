import {
  checkRestored,
  destinationsOf,
  lostAnchoredHead,
  proveRestore,
  copyLostHeads,
  sealAll,
  sealerOf,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { holdAfterRestore } from '#server/platform/mail/restored.ts';
import type { Services } from '#server/platform/services.ts';
import { say } from './command.ts';

/** The facts of a restore that the trail records in addition to the lost head. */
export type RestoreFacts = Readonly<Record<string, string>>;

/**
 * Records a restore in the trail with the last head that it lost, holds pending emails, and checks everything (OPS-04).
 * `recorded` runs in between, for work that must not happen before the trail contains the restore.
 */
export async function recordRestore(
  services: Services,
  facts: RestoreFacts,
  recorded: () => void = () => undefined,
): Promise<VerifyReport> {
  const sealer = sealerOf(services);
  await copyLostHeads(sealer, destinationsOf(services.config), services.log);
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

/** Prints the findings of the check after a restore, and returns the exit code. */
export function reportRestored(report: VerifyReport): number {
  for (const { kind, object, detail } of report.findings) say(`${kind}  ${object}: ${detail}`);
  for (const { kind, object, detail } of report.notices) say(`note: ${kind}  ${object}: ${detail}`);
  say(report.clean ? 'Checked: clean. Everybody signs in again.' : 'Checked: NOT CLEAN.');
  say('Emails that were pending are held: look at the outbox and release those that are to go.');
  return report.clean ? 0 : 1;
}
