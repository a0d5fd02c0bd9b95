import { sweepAccountsJob } from '#server/domains/accounts/accounts.jobs.ts';
import { warnOfTokensJob } from '#server/domains/accounts/tokens/tokens.jobs.ts';
import { resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import {
  carryOutAbsencesJob,
  sweepAbsenceImportsJob,
} from '#server/domains/assignments/absences/import/absence-imports.jobs.ts';
import { checkAbsencesJob } from '#server/domains/assignments/absences/import/check-absences.jobs.ts';
import { openRenewalsJob } from '#server/domains/assignments/assignments.jobs.ts';
import { checkPastJob } from '#server/domains/assignments/past/check-past.jobs.ts';
import {
  carryOutPastJob,
  reversePastJob,
  sweepPastJob,
} from '#server/domains/assignments/past/past-imports.jobs.ts';
import { carryOutRunJob, sweepRunsJob } from '#server/domains/assignments/runs/runs.jobs.ts';
import { storeFigureDaysJob } from '#server/domains/assignments/figures/days.ts';
import { foldFiguresJob } from '#server/domains/assignments/figures/fold.ts';
import {
  sendHeadJobs,
  signRecordsJob,
  sweepBundlesJob,
  sweepVerifyJob,
  verifyJob,
  writeBundleJob,
} from '#server/domains/audit/index.ts';
import { makeVersionsEffectiveJob } from '#server/domains/modules/modules.jobs.ts';
import { checkImportJob } from '#server/domains/people/imports/check-import.jobs.ts';
import { carryOutImportJob, sweepImportsJob } from '#server/domains/people/imports/imports.jobs.ts';
import { remindOfReviewsJob } from '#server/domains/people/index.ts';
import { sweepRemindersJob } from '#server/domains/reminders/schedule.jobs.ts';
import { storePastDayJob, sweepPastDaysJob } from '#server/domains/reports/past/past-days.jobs.ts';
import { overdueNoticesJob, pushJob, sweepPushJob } from '#server/domains/notifications/index.ts';
import { sweepBindersJob, writeBinderJob } from '#server/domains/reports/binder/binder.jobs.ts';
import { scheduledExportsJob } from '#server/domains/reports/saved-exports/saved-exports.jobs.ts';
import { sweepExportsJob, writeExportJob } from '#server/domains/reports/exports/exports.jobs.ts';
import { cleanDeliveriesJob, deliverJob, sweepDeliveriesJob } from '#server/domains/webhooks/index.ts';
import { checkFileJob, checkFilesSweep, cleanFilesSweep } from '#server/platform/files/file-jobs.ts';
import { convertFileJob, convertFilesSweep } from '#server/platform/files/office/convert-jobs.ts';
import type { JobDefinition } from '#server/platform/jobs/jobs.ts';
import { cleanMailJob, sendMailJob, sweepMailJob } from '#server/platform/mail/outbox.ts';

/** Every kind of background work of the product (DESIGN rule 8). */
export const jobDefinitions: readonly JobDefinition[] = [
  sendMailJob,
  sweepMailJob,
  cleanMailJob,
  sweepAccountsJob,
  resetLinkJob,
  warnOfTokensJob,
  makeVersionsEffectiveJob,
  openRenewalsJob,
  checkAbsencesJob,
  carryOutAbsencesJob,
  sweepAbsenceImportsJob,
  checkPastJob,
  carryOutPastJob,
  reversePastJob,
  sweepPastJob,
  carryOutRunJob,
  sweepRunsJob,
  foldFiguresJob,
  storeFigureDaysJob,
  sweepRemindersJob,
  remindOfReviewsJob,
  checkImportJob,
  carryOutImportJob,
  sweepImportsJob,
  overdueNoticesJob,
  pushJob,
  sweepPushJob,
  deliverJob,
  sweepDeliveriesJob,
  cleanDeliveriesJob,
  writeExportJob,
  writeBinderJob,
  sweepBindersJob,
  sweepExportsJob,
  scheduledExportsJob,
  storePastDayJob,
  sweepPastDaysJob,
  verifyJob,
  sweepVerifyJob,
  writeBundleJob,
  sweepBundlesJob,
  ...sendHeadJobs,
  signRecordsJob,
  checkFileJob,
  checkFilesSweep,
  cleanFilesSweep,
  convertFileJob,
  convertFilesSweep,
];
