import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { mailTextsContract } from '#shared/contract/mail-texts.ts';
import { wrongMailText, type MailText } from '#shared/domain/notifications/mail-texts.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { frameOf } from '#server/platform/mail/mail-texts.ts';
import type { MailEditing, MailTemplate } from '#server/platform/mail/template.ts';

/** Returns a kind of email whose text can be changed; NOT_FOUND for any other. */
export function requireEditable(
  templates: ReadonlyMap<string, MailTemplate>,
  name: string,
): { readonly template: MailTemplate; readonly editing: MailEditing } {
  const template = templates.get(name);
  if (!template?.editing) throw new AppError('NOT_FOUND');
  return { template, editing: template.editing };
}

/** Refuses a text with unknown placeholders, or without its list or link, at its field (NOT-06). */
export function requireRightText(
  templates: ReadonlyMap<string, MailTemplate>,
  name: string,
  text: MailText,
): void {
  const { template, editing } = requireEditable(templates, name);
  const wrong = wrongMailText(frameOf(template, editing), text);
  if (wrong.length === 0) return;
  throw new AppError('VALIDATION_FAILED', {
    errors: wrong.map(({ field, reason }) => ({ path: field, reason })),
  });
}

/** Stores the text of a kind of email for an organization, or for all (NOT-06). */
export async function changeMailText(
  tx: CommandTransaction,
  { organizationId, template, language, subject, body }: BodyOf<typeof mailTextsContract.change>,
): Promise<{ readonly saved: true }> {
  requireRightText(tx.services.mailTemplates, template, { subject, body });
  await requireOrganization(tx, organizationId);
  await sql`
    insert into mail_texts (organization_id, template, language, subject, body)
    values (${organizationId}::int, ${template}, ${language}, ${subject}, ${body})
    on conflict (organization_id, template, language)
    do update set subject = excluded.subject, body = excluded.body, updated_at = app_now()
    where (mail_texts.subject, mail_texts.body) is distinct from (excluded.subject, excluded.body)
  `.execute(tx.db);
  return { saved: true };
}

/** Removes the text of a kind of email that was written for an organization, or for all (NOT-06). */
export async function resetMailText(
  tx: CommandTransaction,
  { organizationId, template, language }: BodyOf<typeof mailTextsContract.reset>,
): Promise<{ readonly removed: boolean }> {
  requireEditable(tx.services.mailTemplates, template);
  await requireOrganization(tx, organizationId);
  const { numAffectedRows } = await sql`
    delete from mail_texts where template = ${template} and language = ${language}
      and organization_id is not distinct from ${organizationId}::int`.execute(tx.db);
  return { removed: Number(numAffectedRows ?? 0) > 0 };
}

async function requireOrganization(tx: CommandTransaction, id: number | null): Promise<void> {
  if (id === null) return;
  const found = await tx.db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
}
