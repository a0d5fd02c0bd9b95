import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMailExclamation } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { peopleContract } from '#shared/contract/people.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';
import { useProfileSaved } from '#app/screens/profile/use-profile-saved.ts';

/** The notice of a new email that is not confirmed yet: send the link again, or cancel the change (AUTH-16). */
export function PendingEmail({
  profile,
  pending,
}: {
  readonly profile: ProfileData;
  readonly pending: string;
}) {
  const saved = useProfileSaved();
  const [failure, setFailure] = useState<string | null>(null);
  const onError = (error: ApiError) => {
    setFailure(explain(error));
    return true;
  };
  const onSuccess = (answer: ProfileData) => {
    setFailure(null);
    return saved(answer);
  };
  const { toast } = useMailServer();
  const resend = useCommand(ownAccountContract.resendConfirmation, {
    success: toast(messages.confirmationSent),
    onSuccess,
    onError,
  });
  const cancel = useCommand(peopleContract.updateProfile, {
    success: messages.emailKept,
    failure: messages.profileUpdateFailed,
    onSuccess,
  });
  const busy = resend.isPending || cancel.isPending;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconMailExclamation aria-hidden />}
      title={<Trans>A new email address needs to be confirmed</Trans>}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          We sent a link to {pending}. Until you open it, you sign in with {profile.email}.
        </Trans>
      </Text>
      {failure && (
        <Text size="sm" fw={600} mt={6} role="alert">
          {failure}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          variant="default"
          loading={resend.isPending}
          disabled={busy}
          onClick={() => resend.mutate({})}
        >
          <Trans>Send the link again</Trans>
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          disabled={busy}
          onClick={() => cancel.mutate({ body: { email: profile.email } })}
        >
          <Trans>Keep the old address</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
