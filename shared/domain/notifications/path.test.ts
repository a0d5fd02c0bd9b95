import { expect, test } from 'vitest';
import { notificationPath } from './path.ts';

test.each([
  ['overdue_training', 'someone', 7, '/employee/someone'],
  ['training_completed', 'someone', 7, '/employee/someone'],
  ['training_completed', 'reader', 7, '/certificates'],
  ['matrix_completed', 'reader', null, '/certificates'],
  ['renewal_due', 'reader', 7, '/training-module/7'],
  ['new_version', null, 7, '/training-module/7'],
  ['matrix_assigned', null, null, '/team'],
  ['matrix_assigned', 'reader', null, '/my-assignments'],
  ['user_registered', null, null, '/users'],
  ['user_registered', 'a/b', null, '/employee/a%2Fb'],
  ['account_locked', 'someone', null, '/users'],
  ['document_expiring', 'someone', null, '/employee/someone'],
  ['document_expiring', 'reader', null, '/profile/documents'],
  ['document_expiring', null, null, '/hr-dashboard'],
  ['integrity_findings', null, null, '/integrity-checks'],
  ['access_review_due', null, null, '/access-reviews'],
  ['export_ready', null, null, '/reports/export'],
  ['export_stopped', null, null, '/reports/export'],
  ['webhook_failed', null, null, '/webhooks'],
  ['webhook_gone', null, null, '/webhooks'],
  ['announcement', null, null, null],
])(
  '[SHELL-04] a notification of type %s about %s and module %s leads to %s',
  (type, subjectId, moduleId, path) => {
    expect(notificationPath({ type, subjectId, moduleId, readerId: 'reader' })).toBe(path);
  },
);
