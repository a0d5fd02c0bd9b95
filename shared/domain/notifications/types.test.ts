import { expect, test } from 'vitest';
import { notificationIcon, notificationTypes, unreadBadge } from './types.ts';

test('[NOT-01] eight types have an icon of their own, every other the default', () => {
  expect(notificationTypes).toEqual([
    'first_login',
    'user_registered',
    'training_completed',
    'matrix_completed',
    'overdue_training',
    'renewal_due',
    'matrix_assigned',
    'password_reset',
  ]);
  expect(notificationTypes.map(notificationIcon)).toEqual(notificationTypes);
  for (const other of ['', 'constructor', 'reminder', 'default'])
    expect(notificationIcon(other)).toBe('default');
});

test.each([
  [0, null],
  [-1, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('[SHELL-04] %i unread show as %s', (unread, text) => {
  expect(unreadBadge(unread)).toBe(text);
});
