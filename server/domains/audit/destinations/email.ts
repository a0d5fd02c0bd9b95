import { runCommand } from '#server/platform/command/run-command.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { headLine, type HeadDestination } from './destination.ts';
import { newestHeadMail } from './head.mails.ts';

/** Mailboxes of people who keep the heads, such as those of quality assurance: one email per day, by the outbox (AUD-02). */
export function emailDestination(addresses: readonly string[]): HeadDestination {
  return {
    kind: 'email',
    place: addresses.join(', '),
    async send({ number, anchor, sealedAt }, services) {
      const line = headLine(number, anchor.head);
      await runCommand(services, { actorId: null, action: 'audit.head-emailed' }, (tx) =>
        queueMails(
          tx,
          addresses.map((to) => ({
            template: newestHeadMail,
            to,
            userId: null,
            language: 'en' as const,
            payload: { number, line, sealedAt: sealedAt.toISOString() },
            cause: `audit.head seals ${String(number)}`,
            dedupeKey: `audit.head:${anchor.head}:${to}`,
          })),
        ),
      );
    },
    async probe() {
      return 'one email a day; what became of each shows the outbox';
    },
  };
}
