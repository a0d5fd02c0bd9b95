import { sweepAccountsJob } from '#server/domains/accounts/accounts.jobs.ts';
import { resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import { openRenewalsJob } from '#server/domains/assignments/assignments.jobs.ts';
import { carryOutRunJob, sweepRunsJob } from '#server/domains/assignments/runs/runs.jobs.ts';
import { keepFigureDaysJob } from '#server/domains/assignments/figures/days.ts';
import { foldFiguresJob } from '#server/domains/assignments/figures/fold.ts';
import {
  sendHeadJobs,
  signRecordsJob,
  sweepBundlesJob,
  sweepVerifyJob,
  verifyJob,
  writeBundleJob,
} from '#server/domains/audit/index.ts';
import { versionsInForceJob } from '#server/domains/modules/modules.jobs.ts';
import { remindOfReviewsJob } from '#server/domains/people/index.ts';
import { sweepRemindersJob } from '#server/domains/reminders/schedule.jobs.ts';
import { keepPastDayJob, sweepPastDaysJob } from '#server/domains/reports/past/past-days.jobs.ts';
import { overdueNoticesJob, pushJob, sweepPushJob } from '#server/domains/notifications/index.ts';
import { sweepExportsJob, writeExportJob } from '#server/domains/reports/exports/exports.jobs.ts';
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
  versionsInForceJob,
  openRenewalsJob,
  carryOutRunJob,
  sweepRunsJob,
  foldFiguresJob,
  keepFigureDaysJob,
  sweepRemindersJob,
  remindOfReviewsJob,
  overdueNoticesJob,
  pushJob,
  sweepPushJob,
  writeExportJob,
  sweepExportsJob,
  keepPastDayJob,
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
