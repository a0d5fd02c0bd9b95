import { defineTexts } from '../texts/define-texts.ts';

/** The words around the sentences of the trail: replacements for a missing name, and the words for changes. */
export const trailWords = defineTexts('trail.word', {
  system: 'The system',
  commandLine: 'The command line',
  nobody: 'Someone not signed in',
  token: 'API token “{name}”',
  otherAction: '{actor} made changes',
  otherField: 'Other field',
  otherRecord: 'Other record',
  yes: 'Yes',
  no: 'No',
  removed: '(no longer exists)',
  hidden: '(not shown)',
  empty: 'empty',
  changed: 'changed',
  more: '{others} more',
  about: '{action}: {about}',
  fieldChanged: '{field}: changed',
  fieldSet: '{field}: {after}',
  fieldMoved: '{field}: {before} → {after}',
  refused: 'Refused',
  fromAddress: 'From {from}',
  fromJob: 'Background job: {from}',
  fromCommandLine: 'Command line: {from}',
});
