import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { recordProtectionContract as contract } from '#shared/contract/record-protection.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { TextLink } from '#app/ui/links.tsx';

const notPrepared: ToastRow = {
  tone: 'destructive',
  title: msg`The bundle was not prepared`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** The organizations whose events a bundle can have, for its requester. */
function useChoices() {
  const { role, grants } = useUser();
  const isAdmin = role === 'admin';
  const listed = useQuery({
    ...queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
    enabled: isAdmin,
  });
  const admitted = grants.filter(({ sees }) => sees.includes('bundle'));
  const found = isAdmin
    ? (listed.data ?? []).map(({ id, name }) => [id, name] as const)
    : admitted.map(({ organizationId, organizationName }) => [organizationId, organizationName] as const);
  // Two inspections may cover the same organization.
  return { isAdmin, organizations: [...new Map(found)].map(([id, label]) => ({ value: String(id), label })) };
}

/** Prepares the trail bundle, of everything that its requester may take or of one organization (AUD-02, INS-01). */
export function PrepareBundle() {
  const { t } = useLingui();
  const { isAdmin, organizations } = useChoices();
  const [chosen, setChosen] = useState('');
  const prepare = useCommand(contract.bundle, { failure: notPrepared });
  return (
    <Stack gap="xs" align="start">
      <Text maw="72ch">
        <Trans>
          Prepare the bundle. It is created in the background and kept for seven days under{' '}
          <TextLink to="/reports/export" hash="my-exports" inherit underline="always">
            My exports
          </TextLink>
          .
        </Trans>
      </Text>
      {(isAdmin || organizations.length > 1) && (
        <NativeSelect
          label={t`Events of`}
          description={
            isAdmin
              ? t`A bundle of one organization has only hashes of all other events. You can hand it out.`
              : undefined
          }
          data={[
            { value: '', label: isAdmin ? t`All organizations` : t`All inspected organizations` },
            ...organizations,
          ]}
          value={chosen}
          w="100%"
          maw={420}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconHourglass size={17} aria-hidden />}
        loading={prepare.isPending}
        onClick={() => prepare.mutate({ body: chosen === '' ? {} : { organizationId: Number(chosen) } })}
      >
        <Trans>Prepare bundle</Trans>
      </Button>
      {prepare.isSuccess && (
        <Alert role="status" variant="light">
          <Trans>
            The bundle is being prepared. Download it under{' '}
            <TextLink to="/reports/export" hash="my-exports" inherit underline="always">
              My exports
            </TextLink>{' '}
            when it is ready.
          </Trans>
        </Alert>
      )}
    </Stack>
  );
}
