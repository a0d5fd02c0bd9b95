import { sweepAccountsJob } from '#server/domains/accounts/accounts.jobs.ts';
import { resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import { openRenewalsJob } from '#server/domains/assignments/assignments.jobs.ts';
import { versionsInForceJob } from '#server/domains/modules/modules.jobs.ts';
import { checkFileJob, checkFilesSweep, cleanFilesSweep } from '#server/platform/files/file-jobs.ts';
import { convertFileJob, convertFilesSweep } from '#server/platform/files/office/convert-jobs.ts';
import type { JobDefinition } from '#server/platform/jobs/jobs.ts';
import { sendMailJob, sweepMailJob } from '#server/platform/mail/outbox.ts';

/** Every kind of background work of the product (DESIGN rule 8). */
export const jobDefinitions: readonly JobDefinition[] = [
  sendMailJob,
  sweepMailJob,
  sweepAccountsJob,
  resetLinkJob,
  versionsInForceJob,
  openRenewalsJob,
  checkFileJob,
  checkFilesSweep,
  cleanFilesSweep,
  convertFileJob,
  convertFilesSweep,
];
