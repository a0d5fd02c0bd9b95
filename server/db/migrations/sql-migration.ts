import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { attachAuditToChanged, openMigrationCommand } from '#server/db/migrations/support.ts';

/** One step of a migration: SQL that is run unchanged, or an act of the product. */
export type MigrationStep =
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'attach audit' }
  | { readonly kind: 'command'; readonly reason: string };

/**
 * The steps of a migration's file (OPS-05). Everything is SQL, except for two kinds of lines:
 * `--! attach audit` after new tables and columns, so that the trail records later rows, and
 * `--! command: reason` before rows are written, because every row of an audited table is written by a command.
 * Throws if a line that starts with `--!` is neither.
 */
export function readSteps(text: string): readonly MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const part of text.split(/^(?=--!)/m)) {
    const [, instruction, rest = ''] = /^--!(.*)\n?([\s\S]*)$/.exec(part) ?? [undefined, undefined, part];
    if (instruction !== undefined) steps.push(readInstruction(instruction.trim()));
    if (/^\s*(?!--)\S/m.test(rest)) steps.push({ kind: 'sql', text: rest });
  }
  return steps;
}

function readInstruction(instruction: string): MigrationStep {
  if (instruction === 'attach audit') return { kind: 'attach audit' };
  const reason = /^command: (.+)$/.exec(instruction)?.[1];
  if (reason === undefined) throw new Error(`a migration has an unknown instruction: ${instruction}`);
  return { kind: 'command', reason };
}

/** A migration that runs the steps of its file in the transaction of the run. */
export function sqlMigration(text: string): Migration {
  const steps = readSteps(text);
  return {
    up: async (db: Kysely<never>) => {
      for (const step of steps) {
        if (step.kind === 'sql') await sql.raw(step.text).execute(db);
        else if (step.kind === 'command') await openMigrationCommand(db, step.reason);
        else await attachAuditToChanged(db);
      }
    },
  };
}
