import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { fullName, type NameFacts } from '#shared/domain/people/names.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';
import type { StoredPerson } from './people.store.ts';

type Text = Omit<MailContent, 'action'> & { readonly label: string };

const requestedTexts: Readonly<Record<MailLanguage, (now: string, wanted: string) => Text>> = {
  en: (now, wanted) => ({
    subject: `Name change to approve: ${now}`,
    lines: [
      `${now} requested to change the printed name to “${wanted}”.`,
      'Approve the change, or decline it with a reason.',
    ],
    label: 'Review the request',
  }),
  es: (now, wanted) => ({
    subject: `Cambio de nombre por aprobar: ${now}`,
    lines: [
      `${now} solicita que las firmas muestren el nombre «${wanted}».`,
      'Apruebe el cambio o rechácelo con un motivo.',
    ],
    label: 'Revisar la solicitud',
  }),
  fr: (now, wanted) => ({
    subject: `Changement de nom à approuver : ${now}`,
    lines: [
      `${now} demande que les signatures portent le nom « ${wanted} ».`,
      'Approuvez le changement, ou refusez-le avec un motif.',
    ],
    label: 'Examiner la demande',
  }),
  de: (now, wanted) => ({
    subject: `Namensänderung zu genehmigen: ${now}`,
    lines: [
      `${now} beantragt, dass Unterschriften den Namen „${wanted}“ tragen.`,
      'Genehmigen Sie die Änderung oder lehnen Sie sie mit einem Grund ab.',
    ],
    label: 'Antrag prüfen',
  }),
};

/** Tells hr of the organization of a request of another name (AUTH-16). */
export const nameRequestedMail: MailTemplate<{ readonly now: string; readonly wanted: string }> = {
  name: 'people.nameRequested',
  // Somebody waits for the decision: the switches do not hold for it (NOT-02).
  category: 'security',
  render: (language, { now, wanted }) => {
    const { subject, lines, label } = requestedTexts[language](now, wanted);
    return { subject, lines, action: { label, path: '/hr-dashboard' } };
  },
};

const approvedTexts: Readonly<Record<MailLanguage, (wanted: string) => Text>> = {
  en: (wanted) => ({
    subject: 'Your name was changed',
    lines: [`New signatures will show your name as “${wanted}”.`],
    label: 'Open my profile',
  }),
  es: (wanted) => ({
    subject: 'Se cambió su nombre',
    lines: [`Las firmas muestran ahora su nombre como «${wanted}».`],
    label: 'Abrir mi perfil',
  }),
  fr: (wanted) => ({
    subject: 'Votre nom a été modifié',
    lines: [`Les signatures portent maintenant votre nom « ${wanted} ».`],
    label: 'Ouvrir mon profil',
  }),
  de: (wanted) => ({
    subject: 'Ihr Name wurde geändert',
    lines: [`Unterschriften tragen jetzt Ihren Namen „${wanted}“.`],
    label: 'Mein Profil öffnen',
  }),
};

const declinedTexts: Readonly<Record<MailLanguage, (wanted: string, reason: string) => Text>> = {
  en: (wanted, reason) => ({
    subject: 'Your name change was declined',
    lines: [`Your request for the name “${wanted}” was declined.`, `Reason: ${reason}`],
    label: 'Open my profile',
  }),
  es: (wanted, reason) => ({
    subject: 'Se rechazó su cambio de nombre',
    lines: [`Se rechazó su solicitud del nombre «${wanted}».`, `Motivo: ${reason}`],
    label: 'Abrir mi perfil',
  }),
  fr: (wanted, reason) => ({
    subject: 'Votre changement de nom a été refusé',
    lines: [`Votre demande du nom « ${wanted} » a été refusée.`, `Motif : ${reason}`],
    label: 'Ouvrir mon profil',
  }),
  de: (wanted, reason) => ({
    subject: 'Ihre Namensänderung wurde abgelehnt',
    lines: [`Ihr Antrag auf den Namen „${wanted}“ wurde abgelehnt.`, `Grund: ${reason}`],
    label: 'Mein Profil öffnen',
  }),
};

const toProfile = ({ subject, lines, label }: Text): MailContent => ({
  subject,
  lines,
  action: { label, path: '/profile' },
});

/** Tells a person that the requested name was approved (AUTH-16). */
export const nameApprovedMail: MailTemplate<{ readonly wanted: string }> = {
  name: 'people.nameApproved',
  category: 'security',
  render: (language, { wanted }) => toProfile(approvedTexts[language](wanted)),
};

/** Tells a person that the requested name was declined, and why (AUTH-16). */
export const nameDeclinedMail: MailTemplate<{ readonly wanted: string; readonly reason: string }> = {
  name: 'people.nameDeclined',
  category: 'security',
  render: (language, { wanted, reason }) => toProfile(declinedTexts[language](wanted, reason)),
};

/** Cause of the mails that ask to approve another name of a person. */
export const nameRequestCause = (userId: string): string => `user.name_requested users ${userId}`;

/** Queues the mails of a request to hr of the person's organization (AUTH-16); administrators have it under their bell. */
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

/** Queues the mail of a decision to the person whose name it is, while the account is active (AUTH-16). */
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
