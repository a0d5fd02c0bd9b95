import type { Language } from '#shared/domain/people/settings.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  fillText,
  paragraphsOf,
  type MailText,
  type MailTextFrame,
} from '#shared/domain/notifications/mail-texts.ts';
import type { DB } from '#server/db/db.d.ts';
import type { MailContent, MailEditing, MailTemplate } from './template.ts';

/** The placeholders of the list and the link in the text of an email. */
const [listPlace, linkPlace] = ['{list}', '{link}'];

/** Returns the frame of a kind of email: its placeholders, and whether it has a list and a link. */
export function frameOf(template: MailTemplate, editing: MailEditing): MailTextFrame {
  const content = template.render('en', editing.sample as never);
  return {
    placeholders: Object.keys(editing.values('en', editing.sample as never)),
    hasList: (content.sections ?? []).length + (content.details ?? []).length > 0,
    hasLink: content.action !== undefined,
  };
}

/** Returns the product's own text of a kind, with its placeholders in place of the values of its example. */
export function ownTextOf(template: MailTemplate, editing: MailEditing, language: Language): MailText {
  const content = template.render(language, editing.sample as never);
  const values = Object.entries(editing.values(language, editing.sample as never)).toSorted(
    ([, left], [, right]) => right.length - left.length,
  );
  const withNames = (text: string) =>
    values.reduce((result, [name, value]) => result.replaceAll(value, `{${name}}`), text);
  const { hasList, hasLink } = frameOf(template, editing);
  return {
    subject: withNames(content.subject),
    body: [
      ...content.lines.map(withNames),
      ...(hasList ? [listPlace] : []),
      ...(hasLink ? [linkPlace] : []),
    ].join('\n\n'),
  };
}

/**
 * Returns the content of an email: the product's own text, or the one that an administrator wrote, with the values of this
 * email (NOT-06).
 */
export function contentOf(
  template: MailTemplate,
  language: Language,
  payload: unknown,
  text: MailText | null,
): MailContent {
  const content = template.render(language, payload as never);
  if (text === null || !template.editing) return content;
  const values = template.editing.values(language, payload as never);
  const paragraphs = paragraphsOf(text.body);
  const [list, link] = [paragraphs.indexOf(listPlace), paragraphs.indexOf(linkPlace)];
  const end = link < 0 ? paragraphs.length : link;
  const fill = (part: readonly string[]) => part.map((paragraph) => fillText(paragraph, values));
  return {
    ...content,
    subject: fillText(text.subject, values),
    lines: fill(paragraphs.slice(0, list < 0 ? end : list)),
    closing: list < 0 ? [] : fill(paragraphs.slice(list + 1, end)),
    after: link < 0 ? [] : fill(paragraphs.slice(link + 1)),
  };
}

/** Returns SQL for the text that applies to a kind and language in an organization, as JSON; null if it is the product's own. */
export function textFor(
  template: RawBuilder<unknown>,
  language: RawBuilder<unknown>,
  organization: RawBuilder<unknown>,
): RawBuilder<MailText | null> {
  return sql<MailText | null>`(
    select json_build_object('subject', x.subject, 'body', x.body) from mail_texts x
    where x.template = ${template} and x.language = ${language}
      and (x.organization_id is null or x.organization_id = ${organization})
    order by x.organization_id nulls last limit 1)`;
}

/** Returns the text that applies to an email in the outbox, in the organization of its recipient. */
export async function textOfMail(db: Kysely<DB>, id: number): Promise<MailText | null> {
  const { rows } = await sql<{ text: MailText | null }>`
    select ${textFor(sql`m.template`, sql`m.language`, sql`u.organization_id`)} as text
    from mail_outbox m left join users u on u.id = m.user_id where m.id = ${id}`.execute(db);
  return rows[0]?.text ?? null;
}
