import { Alert, Loader, Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { explain } from '#app/lib/reasons.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';

/** The effect of deactivating an account, in words and figures, before it is saved (UI.md 'Effects before they happen'). */
export function DeactivationEffect({ userId }: { readonly userId: string }) {
  const { t } = useLingui();
  const stats = useQuery(queryFor(assignmentsContract.employeeStats, { params: { userId } }));
  const team = useQuery(pageFor(peopleContract.list, { query: { managerId: userId, limit: 1 } }));
  const error = stats.error ?? team.error;
  const open = stats.data && stats.data.totalAssignments - stats.data.completed;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconUserOff aria-hidden />}
      title={<Trans>Saving deactivates this account</Trans>}
    >
      <EffectList>
        <EffectLine>
          <Trans>Open sessions end immediately, and no one can sign in with it.</Trans>
        </EffectLine>
        {open !== undefined && (
          <EffectLine>
            <Plural
              value={open}
              _0="No training is open."
              one="# open training stays as it is; it no longer counts in reports."
              other="# open trainings stay as they are; they no longer count in reports."
            />
          </EffectLine>
        )}
        {team.data !== undefined && team.data.total > 0 && (
          <EffectLine>
            <Plural
              value={team.data.total}
              one="# person reports here and keeps this manager until another is chosen."
              other="# people report here and keep this manager until another is chosen."
            />
          </EffectLine>
        )}
        <EffectLine>
          <Trans>Records, signatures and certificates stay. The account can be reactivated.</Trans>
        </EffectLine>
      </EffectList>
      {!error && (stats.isPending || team.isPending) && (
        <Loader size="xs" mt={6} role="status" aria-label={t`Loading the effect...`} />
      )}
      {error && (
        <Text size="sm" mt={6} role="alert">
          {error instanceof ApiError ? explain(error) : <Trans>Something went wrong on this page.</Trans>}
        </Text>
      )}
    </Alert>
  );
}
