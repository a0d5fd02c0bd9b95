import { Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { outboxContract } from '#shared/contract/outbox.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** Retry of all failed emails, or release of all that a restore held, with their number shown first (NOT-02, F18). */
export function ResendAllDialog({
  state,
  count,
  onClose,
}: {
  readonly state: 'failed' | 'held';
  readonly count: number;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { configured, toast } = useMailServer();
  const resend = useCommand(outboxContract.resend, {
    success: toast(messages.mailsResent),
    onSuccess: onClose,
    onError: () => true,
  });
  const held = state === 'held';
  return (
    <ConfirmDialog
      opened
      title={held ? t`Release all held emails?` : t`Retry all failed emails?`}
      confirmLabel={held ? <Trans>Release all</Trans> : <Trans>Retry all</Trans>}
      busy={resend.isPending}
      error={resend.error}
      onConfirm={() => resend.mutate({ body: { state } })}
      onClose={onClose}
      effects={
        configured ? (
          <Plural value={count} one="# email will be sent now." other="# emails will be sent now." />
        ) : (
          <Plural value={count} one="# email will be queued." other="# emails will be queued." />
        )
      }
    >
      {held && (
        <Text>
          <Trans>
            The database was restored. These emails were queued before and may already have been sent: people
            may get them twice.
          </Trans>
        </Text>
      )}
      <MailNotice />
    </ConfirmDialog>
  );
}
