import { settingsWithDefaults, type Language } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** A person who gets one email about steps of a schedule. */
export interface StepRecipient<Step> {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  /** At least one, in the order of their recording. */
  readonly steps: readonly [Step, ...Step[]];
}

/** Groups the recorded steps of a schedule by recipient, in the order of the ids (NOT-04: one email per person). */
export async function byRecipient<Step extends { readonly recipients: readonly string[] }>(
  tx: CommandTransaction,
  steps: readonly Step[],
): Promise<readonly StepRecipient<Step>[]> {
  const byPerson = new Map<string, [Step, ...Step[]]>();
  for (const step of steps) {
    for (const recipient of step.recipients) {
      const own = byPerson.get(recipient);
      if (own) own.push(step);
      else byPerson.set(recipient, [step]);
    }
  }
  const people = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...byPerson.keys()]))))
    .orderBy('id')
    .execute();
  return people.flatMap(({ id, email, settings }) => {
    const own = byPerson.get(id);
    const { language } = settingsWithDefaults(settings as Record<string, unknown>);
    return own ? { id, email, language, steps: own } : [];
  });
}
