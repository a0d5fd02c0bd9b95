import { List, Radio, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { libraryCalls, type ModuleRow } from '#app/screens/training-modules/modules.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

type Removal = ResponseOf<typeof moduleLibraryContract.removal>;

/** Deletes or retires a module, after it was told which and what becomes of its assignments (MOD-13). */
export function RemoveModuleDialog({
  module,
  onDone,
  onClose,
}: {
  readonly module: ModuleRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'keep' | 'void'>('keep');
  const remove = useCommand(modulesContract.remove, {
    failure: messages.moduleDeleteFailed,
    invalidates: [
      ...libraryCalls,
      curriculaContract.matrices,
      curriculaContract.entries,
      assignmentsContract.list,
      assignmentsContract.mine,
    ],
    success: ({ outcome }) => (outcome === 'deleted' ? messages.moduleDeleted : messages.moduleRetired),
    onSuccess: onDone,
  });
  const removal = useQuery({
    ...queryFor(moduleLibraryContract.removal, { params: { id: module.id } }),
    // What was true at the last look may not be true at this one; of what is gone nothing is asked.
    enabled: remove.isIdle || remove.isError,
    staleTime: 0,
    gcTime: 0,
  });
  const retires = removal.data?.outcome === 'retire';
  return (
    <ConfirmDialog
      opened
      destructive
      title={retires ? t`Retire ${module.title}?` : t`Delete ${module.title}?`}
      confirmLabel={retires ? <Trans>Retire Module</Trans> : <Trans>Delete Module</Trans>}
      effects={removal.data && <Effects removal={removal.data} open={open} />}
      busy={remove.isPending}
      blocked={removal.data === undefined || removal.isFetching}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: module.id }, query: { openAssignments: open } })}
      onClose={onClose}
    >
      <Load query={removal} skeleton={<LineSkeletons count={2} label={t`Looking what depends on it...`} />}>
        {({ outcome, openAssignments }) => (
          <Stack gap="sm">
            <Text size="sm">
              {outcome === 'retire' ? (
                <Trans>
                  People were assigned this module, so it is retired: nobody gets it any more, and its records
                  stay.
                </Trans>
              ) : (
                <Trans>Nobody was ever assigned this module, so it is deleted for good.</Trans>
              )}
            </Text>
            {outcome === 'retire' && openAssignments > 0 && (
              <Radio.Group
                label={t`Open assignments`}
                value={open}
                onChange={(value) => setOpen(value === 'void' ? 'void' : 'keep')}
              >
                <Stack gap="xs" mt="xs">
                  <Radio value="keep" label={t`They stay: people finish what they were given`} />
                  <Radio value="void" label={t`They are voided: nobody has to do it any more`} />
                </Stack>
              </Radio.Group>
            )}
          </Stack>
        )}
      </Load>
    </ConfirmDialog>
  );
}

function Effects({ removal, open }: { readonly removal: Removal; readonly open: 'keep' | 'void' }) {
  const { outcome, openAssignments, openPeople, completions, matrices, waitingVersion } = removal;
  if (outcome === 'delete') {
    return (
      <List size="sm" spacing={4}>
        <List.Item>
          <Trans>Its content, files and versions are removed. This cannot be undone.</Trans>
        </List.Item>
        {matrices > 0 && (
          <List.Item>
            <Plural value={matrices} one="It leaves # matrix." other="It leaves # matrices." />
          </List.Item>
        )}
      </List>
    );
  }
  return (
    <List size="sm" spacing={4}>
      {openAssignments > 0 && (
        <List.Item>
          {open === 'void' ? (
            <Plural value={openAssignments} one="Voids # open assignment" other="Voids # open assignments" />
          ) : (
            <Plural value={openAssignments} one="# open assignment stays" other="# open assignments stay" />
          )}{' '}
          <Plural value={openPeople} one="of # person." other="of # people." />
        </List.Item>
      )}
      {completions > 0 && (
        <List.Item>
          <Plural
            value={completions}
            one="# completion stays, with its signature and certificate."
            other="# completions stay, with their signatures and certificates."
          />
        </List.Item>
      )}
      {waitingVersion !== null && (
        <List.Item>
          <Trans>
            Version {waitingVersion} waits for its day: it does not take effect while the module is retired.
          </Trans>
        </List.Item>
      )}
      <List.Item>
        <Trans>It can be taken into use again in its settings.</Trans>
      </List.Item>
    </List>
  );
}
