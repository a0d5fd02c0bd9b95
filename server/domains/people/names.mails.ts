import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { fullName, type NameFacts } from '#shared/domain/people/names.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';
import type { StoredPerson } from './people.store.ts';

const nameRequestedTexts = defineTexts('people.nameRequested', {
  subject: 'Name change to approve: {now}',
  lines: [
    '{now} requested to change the printed name to “{wanted}”.',
    'Approve the change, or decline it with a reason.',
  ],
  label: 'Review the request',
});

/** Informs hr of the organization about a request for another name (AUTH-16). */
export const nameRequestedMail: MailTemplate<{ readonly now: string; readonly wanted: string }> = {
  name: 'people.nameRequested',
  // The decision is pending for the requester: the person's switches do not apply to it (NOT-02).
  category: 'security',
  render: (language, facts) =>
    translatedMail(translateAll(language, nameRequestedTexts, facts), '/hr-dashboard'),
};

const nameApprovedTexts = defineTexts('people.nameApproved', {
  subject: 'Your name was changed',
  lines: ['New signatures will show your name as “{wanted}”.'],
  label: 'Open my profile',
});

/** Informs a person that the requested name was approved (AUTH-16). */
export const nameApprovedMail: MailTemplate<{ readonly wanted: string }> = {
  name: 'people.nameApproved',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, nameApprovedTexts, facts), '/profile'),
};

const nameDeclinedTexts = defineTexts('people.nameDeclined', {
  subject: 'Your name change was declined',
  lines: ['Your request for the name “{wanted}” was declined.', 'Reason: {reason}'],
  label: 'Open my profile',
});

/** Informs a person that the requested name was declined, and why (AUTH-16). */
export const nameDeclinedMail: MailTemplate<{ readonly wanted: string; readonly reason: string }> = {
  name: 'people.nameDeclined',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, nameDeclinedTexts, facts), '/profile'),
};

/** Cause of the emails that ask to approve another name of a person. */
export const nameRequestCause = (userId: string): string => `user.name_requested users ${userId}`;

/** Queues the emails of a request to hr of the person's organization (AUTH-16); administrators have it under their bell. */
export async function mailApprovers(
  tx: CommandTransaction,
  person: StoredPerson,
  wanted: NameFacts,
): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; settings: Readonly<Record<string, unknown>> }>`
    select u.id, u.email, u.settings from users u
    where ${isActivePerson('u')} and u.id <> ${person.id}
      and ${holdsHr(sql`u.id`, sql`${person.organizationId}::int`)}
    order by u.id`.execute(tx.db);
  await queueMails(
    tx,
    rows.map(({ id, email, settings }) => ({
      template: nameRequestedMail,
      to: email,
      userId: id,
      language: settingsWithDefaults(settings).language,
      payload: { now: fullName(person) || person.email, wanted: fullName(wanted) },
      cause: nameRequestCause(person.id),
    })),
  );
}

/** Queues an email about the decision to the person whose name was decided, if the account is active (AUTH-16). */
export async function mailDecision(
  tx: CommandTransaction,
  person: StoredPerson,
  wanted: NameFacts,
  reason: string | null,
): Promise<void> {
  if (!person.isActive) return;
  await queueMails(tx, [
    {
      ...(reason === null
        ? { template: nameApprovedMail, payload: { wanted: fullName(wanted) } }
        : { template: nameDeclinedMail, payload: { wanted: fullName(wanted), reason } }),
      to: person.email,
      userId: person.id,
      language: settingsWithDefaults(person.settings).language,
      cause: `user.name_decided users ${person.id}`,
    },
  ]);
}
