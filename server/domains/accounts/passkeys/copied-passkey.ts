import { fullName } from '#shared/domain/people/names.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { SessionsEnded } from '#server/domains/accounts/accounts.events.ts';
import {
  copiedPasskeyAlertMail,
  passkeyCopiedMail,
} from '#server/domains/accounts/passkeys/passkeys.mails.ts';
import type { StoredPasskey } from '#server/domains/accounts/passkeys/passkeys.store.ts';
import { revokePasskeys } from '#server/domains/accounts/passkeys/revoke-passkeys.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail, queueMails } from '#server/platform/mail/outbox.ts';

/**
 * Handles a counter that did not continue: the passkey was copied (AUTH-19). It is revoked in a separate command, independent of the
 * result of the request. All sessions of the person end, and the person and every administrator get an email.
 */
export async function reportCopiedPasskey(ctx: RequestContext, passkey: StoredPasskey): Promise<void> {
  const { userId, id } = passkey;
  await runCommand(
    ctx.services,
    {
      action: 'account.passkeyCopied',
      actorId: null,
      origin: { subjectId: userId, requestId: ctx.requestId, ip: ctx.ip, userAgent: ctx.userAgent },
    },
    async (tx) => {
      const [revoked] = await revokePasskeys(tx, userId, 'copied', { id });
      if (!revoked) return;
      await endSessionsOf(tx.db, userId);
      const ended: SessionsEnded = { type: 'account.sessionsEnded', userId, keptSid: null };
      tx.emit(ended);
      const people = await tx.db
        .selectFrom('users')
        .select(['id', 'email', 'firstName', 'lastName', 'settings'])
        .where('isActive', '=', true)
        .where('erasedAt', 'is', null)
        .where((where) => where.or([where('role', '=', 'admin'), where('id', '=', userId)]))
        .execute();
      const owner = people.find((one) => one.id === userId);
      const name = owner ? fullName(owner) : '';
      const person = owner === undefined ? userId : name === '' ? owner.email : `${name} (${owner.email})`;
      const common = { cause: `account.passkeyCopied users ${userId}` };
      const language = (one: (typeof people)[number]) =>
        settingsWithDefaults(one.settings as Record<string, unknown>).language;
      await queueMails(
        tx,
        people
          .filter((one) => one.id !== userId)
          .map((one) => ({
            ...common,
            template: copiedPasskeyAlertMail,
            to: one.email,
            userId: one.id,
            language: language(one),
            payload: { person },
          })),
      );
      if (!owner) return;
      await queueMail(tx, {
        ...common,
        template: passkeyCopiedMail,
        to: owner.email,
        userId,
        language: language(owner),
        payload: { name: revoked.name },
      });
    },
  );
}
