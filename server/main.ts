import { runAs } from '#server/platform/command/origin.ts';
import type { Command } from '#server/cli/command.ts';
import { failureText } from '#server/cli/failure-text.ts';
import { commandLine } from '#server/platform/config/program.ts';

/** The commands of `bin/traintrail`; each is loaded only when it is used. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('#server/cli/serve.ts')).serve,
  worker: async () => (await import('#server/cli/worker.ts')).worker,
  migrate: async () => (await import('#server/cli/migrate.ts')).migrate,
  demo: async () => (await import('#server/cli/demo.ts')).demo,
  'create-admin': async () => (await import('#server/cli/create-admin.ts')).createAdmin,
  unlock: async () => (await import('#server/cli/unlock.ts')).unlock,
  doctor: async () => (await import('#server/cli/doctor.ts')).doctor,
  backup: async () => (await import('#server/cli/backup.ts')).backup,
  restore: async () => (await import('#server/cli/restore.ts')).restore,
  'note-restore': async () => (await import('#server/cli/note-restore.ts')).noteRestore,
  'rotate-key': async () => (await import('#server/cli/rotate-key.ts')).rotateKey,
  'adopt-data-dir': async () => (await import('#server/cli/adopt-data-dir.ts')).adoptDataDir,
  verify: async () => (await import('#server/cli/verify.ts')).verify,
};

async function help(): Promise<void> {
  process.stdout.write(`Usage: ${commandLine('COMMAND')}\n\n`);
  for (const load of Object.values(commands)) {
    const { usage, summary } = await load();
    process.stdout.write(`  ${usage}\n      ${summary}\n`);
  }
}

function tell(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === 'UsageError') {
    process.stderr.write(`${message}\n`);
    return 2;
  }
  const text = failureText(error) ?? `TrainTrail failed: ${stackOf(error)}`;
  process.stderr.write(`${text}\n`);
  return 1;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}

/**
 * Runs one command and returns the exit code (DESIGN 'Starting it'): 0 done, 1 not done, 2 wrong usage. Expected failures
 * are printed in plain words, without a stack.
 */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const load = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
  try {
    if (load && name !== undefined) {
      const command = await load();
      if (!rest.includes('--help')) return await runAs({ commandLine: name }, () => command.run(rest));
      process.stdout.write(`${command.summary}\nUsage: ${commandLine(command.usage)}\n`);
      return 0;
    }
    await help();
    return name === undefined || name === '--help' || name === 'help' ? 0 : 2;
  } catch (error) {
    return tell(error);
  }
}
