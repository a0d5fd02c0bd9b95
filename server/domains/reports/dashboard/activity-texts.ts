import { defineTexts } from '#shared/texts/define-texts.ts';

/** What happened recently (SPEC §3 Activity, DASH-01). */
export const activityTexts = defineTexts('activity', {
  upload:
    '{version, plural, =1 {{module} was published} other {Version {version} of {module} was published}}',
  completion: '{person} completed {module}',
  fromSource: '{person} completed {module} (recorded from source)',
  overdue: '{module} became overdue for {person}',
});
