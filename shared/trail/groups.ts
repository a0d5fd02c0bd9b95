import type { TrailGroup } from '../domain/audit/groups.ts';
import { defineTexts, type Text } from '../texts/define-texts.ts';

/** The names of the kinds of actions for filtering the trail. */
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
