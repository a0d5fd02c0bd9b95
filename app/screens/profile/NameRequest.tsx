import { Alert, Button, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconClockPause, IconX } from '@tabler/icons-react';
import { namesContract } from '#shared/contract/names.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';
import { useProfileSaved } from '#app/screens/profile/use-profile-saved.ts';
import { Moment } from '#app/ui/Moment.tsx';

/**
 * The person's own request for another printed name: it can be withdrawn while it is pending; once it was declined, the
 * reason is shown (AUTH-16).
 */
export function NameRequest({ request }: { readonly request: NonNullable<ProfileData['nameRequest']> }) {
  const saved = useProfileSaved();
  const withdraw = useCommand(namesContract.withdraw, {
    success: messages.nameRequestWithdrawn,
    failure: messages.profileUpdateFailed,
    onSuccess: saved,
  });
  const name = fullName(request);
  const { reason } = request;
  if (request.decision === 'declined') {
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconX aria-hidden />}
        title={<Trans>Your name change was declined</Trans>}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            Requested: {name}. Reason: {reason}
          </Trans>
        </Text>
      </Alert>
    );
  }
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconClockPause aria-hidden />}
      title={<Trans>Name change pending approval</Trans>}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          You requested the name {name} on <Moment value={request.requestedAt} />. Until it is approved,
          signatures show your current name.
        </Trans>
      </Text>
      <Button
        size="xs"
        variant="default"
        mt="sm"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({})}
      >
        <Trans>Withdraw the request</Trans>
      </Button>
    </Alert>
  );
}
