import type { SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';

/** The page where people fetch exports after signing in: an email never contains the exported data (RPT-03). */
const exportsPath = '/reports/export';

const readyTexts = defineTexts('reports.exportReady', {
  subject: 'Your scheduled export is ready',
  lines: [
    'The scheduled export “{name}” is ready. Sign in to download it within seven days.',
    'You can change or end its schedule on the same page.',
  ],
  label: 'Open Export Data',
});
const lateText = defineTexts('reports.exportReady', {
  late: 'It was prepared later than scheduled, because the server was not available or was busy. Runs that were missed before are not repeated.',
});

/** Informs the owner of a schedule that the file is ready: a link, never the data (RPT-03). */
export const exportReadyMail: MailTemplate<{ readonly name: string; readonly isLate: boolean }> = {
  name: 'reports.exportReady',
  category: 'document',
  render: (language, { name, isLate }) => {
    const mail = translatedMail(translateAll(language, readyTexts, { name }), exportsPath);
    return isLate ? { ...mail, details: [translate(language, lateText.late)] } : mail;
  },
};

const stoppedTexts = defineTexts('reports.exportStopped', {
  subject: 'A scheduled export was not prepared',
  lines: ['The scheduled export “{name}” was not prepared.'],
  label: 'Open Export Data',
});
const reasonTexts = defineTexts('reports.exportStopped', {
  access_lost: 'You may no longer export this data. The schedule is paused.',
  access_changed:
    'Your access has changed since you saved it. The schedule is paused: check what it contains, and resume it.',
  filter_gone:
    'A filter names something that no longer exists or that you may not see. The schedule is paused: change the filters, and resume it.',
  stopped: 'An administrator stopped its schedule.',
  failed: 'An error occurred. The schedule continues with the next run.',
});

/** Informs the owner of a schedule why there is no file (RPT-03). */
export const exportStoppedMail: MailTemplate<{
  readonly name: string;
  readonly why: SchedulePause | 'failed';
}> = {
  name: 'reports.exportStopped',
  category: 'document',
  render: (language, { name, why }) => ({
    ...translatedMail(translateAll(language, stoppedTexts, { name }), exportsPath),
    details: [translate(language, reasonTexts[why])],
  }),
};
