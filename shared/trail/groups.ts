import type { TrailGroup } from '../domain/audit/groups.ts';
import { defineTexts, type Text } from '../texts/define-texts.ts';

/** The kinds of actions by which the trail is narrowed. */
export const trailGroupNames: Readonly<Record<TrailGroup, Text>> = defineTexts('trail.group', {
  account: 'Sign-in and security',
  people: 'People and access',
  organizations: 'Organizations',
  modules: 'Training modules',
  matrices: 'Training matrices',
  training: 'Assignments and completions',
  hr: 'HR documents',
  reports: 'Reports and exports',
  messages: 'Emails and reminders',
  system: 'System and integrity',
});
