import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { canReceive } from '#shared/domain/reminders/manual-reminders.ts';
import { makeInvitations } from '#server/domains/accounts/index.ts';
import type { UserInvited } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { invitationMail } from '../manual-reminders.mails.ts';
import { readTrainings } from '../manual-reminders.store.ts';
import { toldOtherwise } from '../new-trainings.store.ts';

interface Invited {
  readonly email: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly senderFirst: string | null;
  readonly senderLast: string | null;
  readonly organizationName: string | null;
}

/**
 * Subscriber of `user.invited` (NOT-06, REM-01): the owner of a new account gets a link to choose the password, and the list of the
 * trainings, unless the organization has switched invitations off. The password that an administrator issued holds beside it.
 */
export async function inviteNewAccount(tx: CommandTransaction, event: UserInvited): Promise<void> {
  const { userId } = event;
  const { rows } = await sql<Invited>`
    select u.email, u.settings, s.first_name as sender_first, s.last_name as sender_last, o.name as organization_name
    from users u left join organizations o on o.id = u.organization_id left join users s on s.id = ${tx.actorId}
    where u.id = ${userId} and ${isActivePerson('u')}
      and o.is_active is not false and o.invite_new_accounts is not false
  `.execute(tx.db);
  const [person] = rows;
  if (!person || !canReceive(person.email)) return;
  const senderName = fullName({ firstName: person.senderFirst, lastName: person.senderLast });
  const lists = await readTrainings(tx.db, [userId], { onlyLate: false });
  const list = lists.get(userId) ?? { trainings: [], more: 0 };
  const secrets = await makeInvitations(tx, [{ id: userId, email: person.email }]);
  await queueMail(tx, {
    template: invitationMail,
    to: person.email,
    userId,
    language: settingsWithDefaults(person.settings).language,
    payload: {
      type: 'accept_invite',
      senderName: senderName || person.organizationName || 'TrainTrail',
      message: null,
      ...list,
    },
    secret: secrets.get(userId) ?? '',
    cause: `user.invited users ${userId}`,
  });
  if (list.more === 0) await toldOtherwise(tx, [userId]);
}
