import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { canReceive } from '#shared/domain/reminders/manual-reminders.ts';
import { createInvitations } from '#server/domains/accounts/index.ts';
import type { PeopleImported, UserInvited } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { invitationMail } from '../manual-reminders.mails.ts';
import { readTrainings } from '../manual-reminders.store.ts';
import { markAsSent } from '../new-trainings.store.ts';

interface Invited {
  readonly id: string;
  readonly email: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly senderFirst: string | null;
  readonly senderLast: string | null;
  readonly organizationName: string | null;
}

/** How many people one statement invites. */
const atATime = 1000;

/**
 * Subscriber of `user.invited` and `people.imported` (NOT-06, REM-01, USR-06): sends the owner of a new account a link to choose the
 * password, and the list of the trainings, unless the organization has turned invitations off. A password that an administrator issued
 * stays valid too.
 */
export async function inviteNewAccount(
  tx: CommandTransaction,
  event: UserInvited | PeopleImported,
): Promise<void> {
  const userIds = event.type === 'people.imported' ? event.invited : [event.userId];
  for (let from = 0; from < userIds.length; from += atATime)
    await invite(tx, userIds.slice(from, from + atATime));
}

async function invite(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Invited>`
    select u.id, u.email, u.settings, s.first_name as sender_first, s.last_name as sender_last,
      o.name as organization_name
    from users u left join organizations o on o.id = u.organization_id left join users s on s.id = ${tx.actorId}
    where u.id = any(${[...userIds]}::text[]) and ${isActivePerson('u')}
      and o.is_active is not false and o.invite_new_accounts is not false
    order by u.id
  `.execute(tx.db);
  const people = rows.filter(({ email }) => canReceive(email));
  if (people.length === 0) return;
  const lists = await readTrainings(
    tx.db,
    people.map(({ id }) => id),
    { onlyLate: false },
  );
  const secrets = await createInvitations(tx, people);
  await queueMails(
    tx,
    people.map((person) => {
      const senderName = fullName({ firstName: person.senderFirst, lastName: person.senderLast });
      return {
        template: invitationMail,
        to: person.email,
        userId: person.id,
        language: settingsWithDefaults(person.settings).language,
        payload: {
          type: 'accept_invite' as const,
          senderName: senderName || person.organizationName || 'TrainTrail',
          message: null,
          ...(lists.get(person.id) ?? { trainings: [], more: 0 }),
        },
        secret: secrets.get(person.id) ?? '',
        cause: `user.invited users ${person.id}`,
      };
    }),
  );
  // People without trainings have none that could be announced twice.
  const told = people.flatMap(({ id }) => (lists.get(id)?.more === 0 ? [id] : []));
  if (told.length > 0) await markAsSent(tx, told);
}
