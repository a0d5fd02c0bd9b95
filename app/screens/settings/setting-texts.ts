import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Theme, TimeZoneLabel } from '#shared/domain/people/settings.ts';
import type { SavedSettings } from '#app/screens/settings/settings-form.ts';

/** The names of the settings on the screen (SPEC §3). */
export const settingLabels: Readonly<Record<keyof SavedSettings, MessageDescriptor>> = {
  emailNotifications: msg`Email notifications`,
  browserNotifications: msg`Browser notifications`,
  trainingReminders: msg`Training reminders`,
  systemUpdates: msg`System updates`,
  weeklyDigest: msg`Weekly summary of my team`,
  language: msg`Language`,
  timezone: msg`Time zone`,
  theme: msg`Theme`,
  sessionTimeout: msg`Session timeout`,
  requirePasswordChange: msg`New password at my next sign-in`,
};

/** The themes by their names. */
export const themeLabels: Readonly<Record<Theme, MessageDescriptor>> = {
  dark: msg`Dark`,
  light: msg`Light`,
  auto: msg`Auto`,
};

/** The time zones of SPEC §3 with the places that they represent (SHELL-09). */
export const zoneLabels: Readonly<Record<TimeZoneLabel, MessageDescriptor>> = {
  UTC: msg`UTC (universal time)`,
  EST: msg`EST (New York)`,
  CST: msg`CST (Chicago)`,
  PST: msg`PST (Los Angeles)`,
  GMT: msg`GMT (London)`,
};
