import { expect, test } from 'vitest';
import { reminderStatuses } from '../compliance/figures.ts';
import { defaultSettings } from '../people/settings.ts';
import {
  canReceive,
  isEligible,
  reminderTypes,
  skipReason,
  type ReminderFacts,
  type ReminderType,
} from './manual-reminders.ts';

const facts = (changes: Partial<ReminderFacts> = {}): ReminderFacts => ({
  status: 'pending',
  invitationOpen: true,
  isActive: true,
  isAway: false,
  email: 'ann@people.example',
  settings: defaultSettings,
  remindedRecently: false,
  ...changes,
});

test.each<[ReminderType, string[]]>([
  ['begin_training', ['pending']],
  ['accept_invite', ['pending', 'overdue', 'mixed']],
  ['complete_before_due', ['pending', 'mixed']],
  ['overdue_compliance', ['overdue', 'mixed']],
])('[REM-01] %s is for people who are %j', (type, statuses) => {
  const found = reminderStatuses.filter((status) => isEligible(type, { status, invitationOpen: true }));
  expect(found.toSorted()).toEqual(statuses.toSorted());
});

test.each(reminderTypes)('[REM-01] who has accepted the invitation gets every type but it: %s', (type) => {
  const types = reminderStatuses.some((status) => isEligible(type, { status, invitationOpen: false }));
  expect(types).toBe(type !== 'accept_invite');
});

const off = (changes: Partial<typeof defaultSettings>) => ({ settings: { ...defaultSettings, ...changes } });

test.each<[string, ReminderType, Partial<ReminderFacts>, string | null]>([
  ['nothing stands against it', 'begin_training', {}, null],
  ['switched off as an account', 'begin_training', { isActive: false }, 'inactive'],
  ['away, also from an invitation', 'accept_invite', { isAway: true }, 'away'],
  ['no address', 'begin_training', { email: 'none@import.invalid' }, 'no_address'],
  ['compliant by now', 'begin_training', { status: 'compliant' }, 'not_eligible'],
  ['signed in by now', 'accept_invite', { invitationOpen: false }, 'not_eligible'],
  ['no mails wanted', 'begin_training', off({ emailNotifications: false }), 'switched_off'],
  ['no reminders wanted', 'begin_training', off({ trainingReminders: false }), 'switched_off'],
  ['announcements are something else', 'begin_training', off({ systemUpdates: false }), null],
  ['an invitation is about the account', 'accept_invite', off({ trainingReminders: false }), null],
  ['reminded today', 'begin_training', { remindedRecently: true }, 'recently_reminded'],
  ['invited today', 'accept_invite', { remindedRecently: true }, 'recently_reminded'],
  ['the lasting reason first', 'begin_training', { isActive: false, remindedRecently: true }, 'inactive'],
])('[REM-01] [NOT-02] %s: %s with %j gives %s', (_case, type, changes, reason) => {
  expect(skipReason(type, facts(changes))).toBe(reason);
});

test.each([
  ['ann@people.example', true],
  ['ann@INVALID.example', true],
  ['ann@people.invalid', false],
  ['ann@people.invalid.example', true],
  ['ann@people.INVALID ', false],
  ['ann', false],
])('[REM-01] %s can receive mail: %s', (email, can) => {
  expect(canReceive(email)).toBe(can);
});
