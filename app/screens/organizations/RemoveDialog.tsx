import { List, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useFormat } from '#app/lib/format.ts';
import { useCommand } from '#app/lib/query.ts';
import { type OrganizationRow } from '#app/screens/organizations/organizations.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

type Removal = ResponseOf<typeof organizationsContract.removal>;

/**
 * The dialog 'Delete' of SPEC §2.11 (ORG-02). It deletes an empty organization and archives any other. First it shows which of
 * them will happen, and the records that remain.
 */
export function RemoveDialog({
  organization,
  onClose,
}: {
  readonly organization: OrganizationRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { id, name } = organization;
  const remove = useCommand(organizationsContract.remove, {
    success: ({ outcome }) =>
      outcome === 'deleted' ? messages.organizationDeleted : messages.organizationArchived,
    leavesRecord: true,
    onSuccess: onClose,
  });
  // The records of an organization may change at any time: they are requested whenever the dialog opens.
  const removal = useQuery({
    ...queryFor(organizationsContract.removal, { params: { id } }),
    // Do not ask again once it is removed.
    enabled: remove.isIdle || remove.isError,
    staleTime: 0,
    gcTime: 0,
  });
  const archives = removal.data?.outcome === 'archive';
  return (
    <ConfirmDialog
      opened
      destructive
      title={archives ? t`Archive ${name}?` : t`Delete ${name}?`}
      confirmLabel={archives ? <Trans>Archive Organization</Trans> : <Trans>Delete Organization</Trans>}
      blocked={removal.data === undefined}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
      effects={removal.data && <Effects removal={removal.data} />}
    >
      <Load
        query={removal}
        skeleton={<LineSkeletons count={2} label={t`Checking its people and records...`} />}
      >
        {({ outcome }) =>
          outcome === 'delete' ? (
            <Text>
              <Trans>It has no people and no records, so it can be deleted.</Trans>
            </Text>
          ) : (
            <Text>
              <Trans>
                It has people or records that must be kept, so it will be archived instead of deleted. You can
                restore it at any time.
              </Trans>
            </Text>
          )
        }
      </Load>
    </ConfirmDialog>
  );
}

function Effects({ removal }: { readonly removal: Removal }) {
  const { number } = useFormat();
  const { users, activeUsers, departments, matrices, modules, trainingRecords } = removal;
  const records = number(trainingRecords);
  if (removal.outcome === 'delete') {
    return departments === 0 ? (
      <Trans>This cannot be undone.</Trans>
    ) : (
      <Plural
        value={departments}
        one="Deletes # department with it. This cannot be undone."
        other="Deletes # departments with it. This cannot be undone."
      />
    );
  }
  const kept: readonly (readonly [count: number, words: ReactNode])[] = [
    [users, <Plural key="users" value={users} one="# person" other="# people" />],
    [
      trainingRecords,
      removal.moreTrainingRecords ? (
        <Trans key="records">More than {records} training records</Trans>
      ) : (
        <Plural key="records" value={trainingRecords} one="# training record" other="# training records" />
      ),
    ],
    [departments, <Plural key="departments" value={departments} one="# department" other="# departments" />],
    [
      matrices,
      <Plural key="matrices" value={matrices} one="# training matrix" other="# training matrices" />,
    ],
    [modules, <Plural key="modules" value={modules} one="# training module" other="# training modules" />],
  ];
  return (
    <>
      <Text size="sm" fw={600} mb={4}>
        <Plural
          value={activeUsers}
          one="# active person is signed out and can no longer sign in."
          other="# active people are signed out and can no longer sign in."
        />
      </Text>
      <Text size="sm">
        <Trans>These do not change:</Trans>
      </Text>
      <List size="sm">
        {kept
          .filter(([count]) => count > 0)
          .map(([, words], index) => (
            <List.Item key={index}>{words}</List.Item>
          ))}
      </List>
    </>
  );
}
