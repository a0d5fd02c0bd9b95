/** Each language of the product by its own name (SPEC §3): the one list of languages. */
export const languageNames = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch' } as const;

/** A language of the product (SPEC §3). */
export type Language = keyof typeof languageNames;

/** The languages of the product (SPEC §3). */
export const languages = Object.keys(languageNames) as readonly Language[];

/** The time zone labels of the settings (SPEC §3). */
export const timeZoneLabels = ['UTC', 'EST', 'CST', 'PST', 'GMT'] as const;

/** A time zone label of the settings (SPEC §3). */
export type TimeZoneLabel = (typeof timeZoneLabels)[number];

/** The themes (SPEC §3). */
export const themes = ['dark', 'light', 'auto'] as const;

/** A theme (SPEC §3). */
export type Theme = (typeof themes)[number];

const ianaZones: Readonly<Record<TimeZoneLabel, string>> = {
  UTC: 'UTC',
  EST: 'America/New_York',
  CST: 'America/Chicago',
  PST: 'America/Los_Angeles',
  GMT: 'Europe/London',
};

/** Returns the IANA zone of a settings label (SHELL-09). */
function ianaZone(label: TimeZoneLabel): string {
  return ianaZones[label];
}

/**
 * Returns the IANA zone for times that are not evidence (SHELL-09, RPT-05): the chosen one, or else the organization's. For
 * people without an organization it is the zone of the organizations of their grants, if these have the same one. Otherwise it is
 * UTC.
 */
export function readerZone(
  chosen: TimeZoneLabel | null,
  organizationZone: string | null,
  grantZones: readonly string[] = [],
): string {
  if (chosen !== null) return ianaZone(chosen);
  const [granted, ...others] = new Set(grantZones);
  return organizationZone ?? (others.length === 0 ? granted : undefined) ?? 'UTC';
}

/** The user settings (SPEC §3, SET-02). */
export interface UserSettings {
  readonly emailNotifications: boolean;
  readonly browserNotifications: boolean;
  readonly trainingReminders: boolean;
  readonly systemUpdates: boolean;
  /** A weekly email about the person's team (NOT-06). */
  readonly weeklyDigest: boolean;
  readonly language: Language;
  /** Null: not chosen, so that times follow the organization's zone (SHELL-09). */
  readonly timezone: TimeZoneLabel | null;
  readonly theme: Theme;
  /** Minutes. */
  readonly sessionTimeout: number;
  readonly requirePasswordChange: boolean;
  readonly twoFactorEnabled: boolean;
}

/** The defaults of SPEC §9 (SET-02). */
export const defaultSettings: UserSettings = {
  emailNotifications: true,
  browserNotifications: true,
  trainingReminders: true,
  systemUpdates: false,
  weeklyDigest: false,
  language: 'en',
  timezone: null,
  theme: 'dark',
  sessionTimeout: 60,
  requirePasswordChange: false,
  twoFactorEnabled: false,
};

/** The range of the session timeout in minutes (SPEC §5, §9). */
export const sessionTimeoutRange = { min: 5, max: 480 } as const;

/** Returns whether a value is a session timeout: a whole number of minutes from 5 to 480 (SPEC §5). */
export function isSessionTimeout(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= sessionTimeoutRange.min &&
    value <= sessionTimeoutRange.max
  );
}

/** Returns the idle time in minutes for a person: their own setting, never above the organization's maximum (AUTH-05). */
export function effectiveSessionMinutes(own: number, organizationMax: number | null): number {
  return organizationMax === null ? own : Math.min(own, organizationMax);
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isOneOf =
  <Value extends string>(values: readonly Value[]) =>
  (value: unknown): value is Value =>
    values.some((known) => known === value);

const checks: { readonly [Key in keyof UserSettings]: (value: unknown) => value is UserSettings[Key] } = {
  emailNotifications: isFlag,
  browserNotifications: isFlag,
  trainingReminders: isFlag,
  systemUpdates: isFlag,
  weeklyDigest: isFlag,
  language: isOneOf(languages),
  timezone: (value) => value === null || isOneOf(timeZoneLabels)(value),
  theme: isOneOf(themes),
  sessionTimeout: isSessionTimeout,
  requirePasswordChange: isFlag,
  twoFactorEnabled: isFlag,
};

/** Completes stored settings (SET-02): missing and impossible values get the default of SPEC §9, unknown keys are dropped. */
export function settingsWithDefaults(stored: Readonly<Record<string, unknown>> | null): UserSettings {
  const value = <Key extends keyof UserSettings>(key: Key): UserSettings[Key] => {
    const found = stored !== null && Object.hasOwn(stored, key) ? stored[key] : undefined;
    return checks[key](found) ? found : defaultSettings[key];
  };
  return {
    emailNotifications: value('emailNotifications'),
    browserNotifications: value('browserNotifications'),
    trainingReminders: value('trainingReminders'),
    systemUpdates: value('systemUpdates'),
    weeklyDigest: value('weeklyDigest'),
    language: value('language'),
    timezone: value('timezone'),
    theme: value('theme'),
    sessionTimeout: value('sessionTimeout'),
    requirePasswordChange: value('requirePasswordChange'),
    twoFactorEnabled: value('twoFactorEnabled'),
  };
}
