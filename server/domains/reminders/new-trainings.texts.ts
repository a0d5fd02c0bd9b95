import { defineTexts } from '#shared/texts/define-texts.ts';

/** The texts of the emails about newly required trainings (NOT-06). */
export const newTrainingTexts = defineTexts('assignments.required', {
  oneSubject: 'New training: {title}',
  subject: '{count, plural, one {{count} new training} other {{count} new trainings}}',
  oneRetrainingSubject: 'Retraining required: {title}',
  retrainingSubject:
    '{count, plural, one {Retraining required: {count} training} other {Retraining required: {count} trainings}}',
  intro: 'New training was assigned to you in TrainTrail.',
  retrainingIntro: 'Training that you have completed is required again.',
  newList: 'New trainings',
  retrainingList: 'Retraining',
  due: 'Due {date}',
  version: 'version {number}',
  changed: 'What changed: {note}',
  reason: 'Reason: {note}',
  more: 'and {count} more',
  open: 'Open my trainings',
});
