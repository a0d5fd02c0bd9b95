import { msg } from '@lingui/core/macro';
import { addServerTexts } from '#app/lib/server-texts.ts';

/** What the server says of people, their places and managers, to the letter (USR-02, USR-08, AUTH-14). */
addServerTexts([
  ['Another account uses this email.', msg`Another account uses this email.`],
  [
    'This email belonged to another account and cannot be used again.',
    msg`This email belonged to another account and cannot be used again.`,
  ],
  ['There is no such organization.', msg`There is no such organization.`],
  ['This organization is archived.', msg`This organization is archived.`],
  ['There is no such department.', msg`There is no such department.`],
  ['This department belongs to another organization.', msg`This department belongs to another organization.`],
  ['There is no such manager.', msg`There is no such manager.`],
  ['This manager is not active.', msg`This manager is not active.`],
  ['Nobody can be their own manager.', msg`Nobody can be their own manager.`],
  ['Only managers and administrators can be chosen.', msg`Only managers and administrators can be chosen.`],
  [
    'This manager reports to this person: that would make a loop.',
    msg`This manager reports to this person: that would make a loop.`,
  ],
  ['This day is over.', msg`This day is over.`],
  [
    'Inspector access ends within 24 months. Choose an earlier day.',
    msg`Inspector access ends within 24 months. Choose an earlier day.`,
  ],
  [
    'HR access is limited to the person’s own organization.',
    msg`HR access is limited to the person’s own organization.`,
  ],
  ['The person already has this grant.', msg`The person already has this grant.`],
  [
    'The personal data of this person have been erased.',
    msg`The personal data of this person have been erased.`,
  ],
  ['Nobody can erase their own account.', msg`Nobody can erase their own account.`],
  [
    'Training records are kept until their retention ends, under the pseudonym.',
    msg`Training records are kept until their retention ends, under the pseudonym.`,
  ],
  [
    'A CV that the person signed proves the qualification for the work done; its file and signature are kept until the retention of the records of that work ends, and only HR of the organization and administrators can open it. Versions that were not signed are deleted.',
    msg`A CV that the person signed proves the qualification for the work done; its file and signature are kept until the retention of the records of that work ends, and only HR of the organization and administrators can open it. Versions that were not signed are deleted.`,
  ],
  [
    'A signature keeps its printed name until the retention of the signed record ends.',
    msg`A signature keeps its printed name until the retention of the signed record ends.`,
  ],
  [
    'Assignments belong to the training records and are kept with them, under the pseudonym.',
    msg`Assignments belong to the training records and are kept with them, under the pseudonym.`,
  ],
  [
    'The reason of a completion that was recorded afterwards is evidence of the record, which nobody can change; where it names the person, it does so until the retention of the record ends.',
    msg`The reason of a completion that was recorded afterwards is evidence of the record, which nobody can change; where it names the person, it does so until the retention of the record ends.`,
  ],
  [
    'The last active administrator cannot be deactivated, demoted, erased or archived.',
    msg`The last active administrator cannot be deactivated, demoted, erased or archived.`,
  ],
]);
