import type { UseFormReturnType } from '@mantine/form';
import {
  defaultSettings,
  isSessionTimeout,
  sessionTimeoutRange,
  type UserSettings,
} from '#shared/domain/people/settings.ts';
import { errorsByField, type FormValues } from '#app/lib/forms.ts';

/** The settings that this form saves: two-factor is changed in a separate place, with proof (AUTH-09). */
export type SavedSettings = Omit<UserSettings, 'twoFactorEnabled'>;

/** The settings in the form while they are edited. */
export interface SettingsValues extends FormValues, Omit<SavedSettings, 'sessionTimeout'> {
  readonly sessionTimeout: number | string;
}

/** The form that all tabs share, so that no entry is lost between them. */
export type SettingsForm = UseFormReturnType<SettingsValues>;

/** Returns the initial form values for a person's settings. */
export function valuesOf({ twoFactorEnabled: _twoFactor, ...settings }: UserSettings): SettingsValues {
  return settings;
}

/** Returns the body of a reset: the defaults of SPEC §9; two-factor stays unchanged (SET-02). */
export function resetSettings(): SavedSettings {
  const { twoFactorEnabled: _twoFactor, ...settings } = defaultSettings;
  return settings;
}

/** Returns the settings that a reset would change, by name. */
export function changedByReset(current: UserSettings): readonly (keyof SavedSettings)[] {
  const defaults = resetSettings();
  return (Object.keys(defaults) as (keyof SavedSettings)[]).filter((key) => current[key] !== defaults[key]);
}

/** Returns the body of the call; the rules of SPEC §5 have passed. */
export function bodyOf(values: SettingsValues): SavedSettings {
  return { ...values, sessionTimeout: Number(values.sessionTimeout) };
}

/** Returns true for a session timeout that may be sent (SPEC §5): an empty field is none. */
export function isTimeout(value: number | string): boolean {
  return value !== '' && isSessionTimeout(Number(value));
}

/** Returns the errors in the settings, by field (SPEC §5). */
export function settingsRefusals({ sessionTimeout }: SettingsValues): Record<string, string> {
  if (isTimeout(sessionTimeout)) return {};
  return errorsByField([
    {
      path: 'sessionTimeout',
      reason: 'minutes_range',
      params: { minimum: sessionTimeoutRange.min, maximum: sessionTimeoutRange.max },
    },
  ]);
}
