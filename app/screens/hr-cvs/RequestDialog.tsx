import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { useMailServer } from '#app/lib/mail-server.ts';
import { useCommand } from '#app/lib/query.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Requests CVs from people by email (HR-02); people with a request within the last day are left out. */
export function RequestDialog({
  userIds,
  onClose,
  onAsked,
}: {
  readonly userIds: readonly string[];
  readonly onClose: () => void;
  readonly onAsked: () => void;
}) {
  const { t } = useLingui();
  const [message, setMessage] = useState('');
  const { configured } = useMailServer();
  const ask = useCommand(hrCvsContract.request, {
    success: {
      tone: 'default',
      title: configured ? msg`Emails are on their way` : msg`Emails queued`,
      text: msg({
        message: '{requested} requested, {skipped} skipped because they were requested within the last day.',
      }),
    },
    successValues: ({ requested, skipped }) => ({ requested, skipped }),
    failure: { tone: 'destructive', title: msg`No requests sent`, serverFirst: true },
    onSuccess: () => {
      setMessage('');
      onAsked();
    },
  });
  return (
    <FormDialog
      opened={userIds.length > 0}
      title={<Trans>Request CV</Trans>}
      submitLabel={<Trans>Send</Trans>}
      busy={ask.isPending}
      changed={message.trim() !== ''}
      onClose={() => {
        setMessage('');
        onClose();
      }}
      onSubmit={(event) => {
        event?.preventDefault();
        const said = message.trim();
        ask.mutate({ body: { userIds: [...userIds], ...(said === '' ? {} : { message: said }) } });
      }}
    >
      <Text size="sm">
        <Plural
          value={userIds.length}
          one="One person gets an email with a personal link to upload the CV."
          other="# people each get an email with a personal link to upload the CV."
        />
      </Text>
      <Textarea
        label={t`Message (optional)`}
        maxLength={500}
        autosize
        minRows={3}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <MailNotice />
    </FormDialog>
  );
}
