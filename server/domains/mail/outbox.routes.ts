import { outboxContract as contract } from '#shared/contract/outbox.ts';
import { wantsMail } from '#shared/domain/notifications/mail-switches.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { bind } from '#server/platform/http/bind.ts';
import { announcementMail } from './announcement.mail.ts';
import { announce } from './commands/announce.ts';
import { resendMails } from './commands/resend-mails.ts';
import { openMail } from './open-mail.queries.ts';
import { countAudience, countOutbox, listOutbox } from './outbox.queries.ts';

/** Handlers of the outbox and of announcements (NOT-02). */
export const outboxRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listOutbox(ctx.db, ctx.services.mailTemplates, query, ctx.actor.readerZone);
    ctx.total(total, query, rows.length);
    return rows;
  }),
  bind(contract.open, async (ctx, { params }) => {
    const { userId, mail } = await openMail(ctx.services, ctx.db, params.id);
    await ctx.recordAccess('mail_outbox', String(params.id), userId === null ? {} : { subjectId: userId });
    return mail;
  }),
  bind(contract.overview, async (ctx) => ({
    configured: ctx.services.mailer !== null,
    counts: await countOutbox(ctx.db),
    templates: [...ctx.services.mailTemplates.keys()],
  })),
  bind(contract.resend, (ctx, { body }) => ctx.command((tx) => resendMails(tx, body))),
  bind(contract.recipients, async (ctx, { query: { audience, organizationId = null } }) => {
    const groups = await countAudience(ctx.db, { audience, organizationId });
    const wanting = groups.filter(({ settings }) =>
      wantsMail(settingsWithDefaults(settings), announcementMail.category),
    );
    const sum = (of: typeof groups) => of.reduce((total, { people }) => total + people, 0);
    return { reached: sum(wanting), all: sum(groups) };
  }),
  bind(contract.announce, (ctx, { body }) => ctx.command((tx) => announce(tx, body))),
];
