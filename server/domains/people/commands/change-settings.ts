import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { settingsChange } from '#shared/contract/people-schemas.ts';
import { settingsWithDefaults, type UserSettings } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lockPerson, type StoredPerson } from '#server/domains/people/people.store.ts';

/**
 * Returns the settings of a person in the form of the API: the stored ones, with defaults, and the two that are stored elsewhere.
 */
export function settingsOf(person: Pick<StoredPerson, 'settings' | 'requirePasswordChange'>): UserSettings {
  return { ...settingsWithDefaults(person.settings), requirePasswordChange: person.requirePasswordChange };
}

/**
 * Changes the person's own settings (SET-02). `requirePasswordChange` requires a new password once, at the next sign-in
 * (AUTH-07). TWO_FACTOR_ENROL if two-factor is turned on or off here: both require proof first (AUTH-09).
 */
export async function changeSettings(
  tx: CommandTransaction,
  userId: string,
  change: z.output<typeof settingsChange>,
): Promise<UserSettings> {
  const stored = await lockPerson(tx, userId);
  const before = settingsOf(stored);
  const { requirePasswordChange = before.requirePasswordChange, twoFactorEnabled, ...rest } = change;
  // Enrolling and disabling both require proof, so each has a separate call.
  if (twoFactorEnabled === true && !before.twoFactorEnabled) throw new AppError('TWO_FACTOR_ENROL');
  if (twoFactorEnabled === false && before.twoFactorEnabled) {
    throw new AppError('TWO_FACTOR_ENROL', {
      reason: 'two_factor_off_needs_proof',
    });
  }
  const settings = { ...stored.settings, ...rest };
  const after = settingsOf({ settings, requirePasswordChange });
  const keys = (Object.keys(after) as (keyof UserSettings)[]).filter((key) => after[key] !== before[key]);
  if (keys.length === 0) return before;
  await tx.db
    .updateTable('users')
    .set({ settings: JSON.stringify(settings), requirePasswordChange })
    .where('id', '=', userId)
    .execute();
  tx.emit({ type: 'user.settings_changed', userId, keys });
  return after;
}
