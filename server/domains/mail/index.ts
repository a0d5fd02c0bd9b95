/** The public interface of the email area for the composition root: the outbox, announcements, and the texts of emails (NOT-02, NOT-06). */
export { announcementMail } from './announcement.mail.ts';
export { mailTextsRoutes } from './mail-texts.routes.ts';
export { outboxRoutes } from './outbox.routes.ts';
