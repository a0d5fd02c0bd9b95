import type { Language } from '#shared/domain/people/settings.ts';
import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { outboxContract } from '#shared/contract/outbox.ts';
import type { MailCategory } from '#shared/domain/notifications/mail-switches.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import { textOfMail } from '#server/platform/mail/mail-texts.ts';
import { mailColumns } from './outbox.queries.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { shownContent } from '#server/platform/mail/shown-mail.ts';
import type { MailContent } from '#server/platform/mail/template.ts';

type Row = Omit<ResponseInput<typeof outboxContract.open>, 'subject' | 'html' | 'text' | 'asSent'> & {
  readonly userId: string | null;
  readonly category: MailCategory;
  readonly language: Language;
  readonly subject: string | null;
  readonly content: MailContent | null;
  readonly payload: unknown;
};

/**
 * Returns an email in its sent form or, until then, in its present form (NOT-06); its secret is blanked. `userId` is its
 * recipient. Throws NOT_FOUND.
 */
export async function openMail(
  { config, mailTemplates }: Pick<Services, 'config' | 'mailTemplates'>,
  db: Kysely<DB>,
  id: number,
): Promise<{ readonly userId: string | null; readonly mail: ResponseInput<typeof outboxContract.open> }> {
  const { rows } = await sql<Row>`
    select ${mailColumns}, m.user_id, m.category, m.subject, m.content, m.payload - 'secret' as payload
    from mail_outbox m left join users u on u.id = m.user_id where m.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  const { userId, category, content, payload, subject: sentSubject, ...mail } = row;
  const shown = content ?? shownContent(mailTemplates, { ...mail, payload }, await textOfMail(db, id));
  if (!shown) throw new AppError('NOT_FOUND');
  const { language } = mail;
  const rendered = renderMail(shown, { category, language, publicUrl: config.publicUrl });
  return {
    userId,
    mail: { ...mail, ...rendered, subject: sentSubject ?? rendered.subject, asSent: content !== null },
  };
}
