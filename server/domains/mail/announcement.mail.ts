import type { MailTemplate } from '#server/platform/mail/template.ts';

/** An announcement of an administrator about the system, in the administrator's own words (NOT-02). */
export const announcementMail: MailTemplate<{ readonly subject: string; readonly message: string }> = {
  name: 'system.announcement',
  category: 'system',
  render: (_language, { subject, message }) => ({
    subject,
    lines: message
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
  }),
};
