import { Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import {
  AssignmentEffects,
  OpenAssignmentsChoice,
  type OpenAssignments,
} from '#app/screens/training-modules/OpenAssignments.tsx';
import { type ModuleRow } from '#app/screens/training-modules/modules.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

type Removal = ResponseOf<typeof moduleLibraryContract.removal>;

/** Deletes or retires a module, after it has shown which of them and the effect on its assignments (MOD-13). */
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
  const [open, setOpen] = useState<OpenAssignments>('keep');
  const remove = useCommand(modulesContract.remove, {
    failure: messages.moduleDeleteFailed,
    success: ({ outcome }) => (outcome === 'deleted' ? messages.moduleDeleted : messages.moduleRetired),
    leavesRecord: true,
    onSuccess: onDone,
  });
  const removal = useQuery({
    ...queryFor(moduleLibraryContract.removal, { params: { id: module.id } }),
    // The state may have changed since the last check. Do not ask again once the module is removed.
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
      <Load query={removal} skeleton={<LineSkeletons count={2} label={t`Checking what depends on it...`} />}>
        {({ outcome, openAssignments }) => (
          <Stack gap="sm">
            <Text size="sm">
              {outcome === 'retire' ? (
                <Trans>
                  This module has been assigned, so it will be retired instead of deleted. It can no longer be
                  assigned, and its records are kept.
                </Trans>
              ) : (
                <Trans>This module was never assigned, so it will be deleted permanently.</Trans>
              )}
            </Text>
            {outcome === 'retire' && openAssignments > 0 && (
              <OpenAssignmentsChoice value={open} onChange={setOpen} />
            )}
          </Stack>
        )}
      </Load>
    </ConfirmDialog>
  );
}

function Effects({ removal, open }: { readonly removal: Removal; readonly open: OpenAssignments }) {
  const { outcome, matrices, waitingVersion } = removal;
  if (outcome === 'delete') {
    return (
      <EffectList>
        <EffectLine>
          <Trans>Its content, files and versions are deleted. This cannot be undone.</Trans>
        </EffectLine>
        <EffectLine count={matrices}>
          <Plural
            value={matrices}
            one="# matrix will no longer include it."
            other="# matrices will no longer include it."
          />
        </EffectLine>
      </EffectList>
    );
  }
  return (
    <EffectList>
      <AssignmentEffects effect={removal} open={open} />
      {waitingVersion !== null && (
        <EffectLine>
          <Trans>
            Version {waitingVersion} is scheduled, but will not take effect while the module is retired.
          </Trans>
        </EffectLine>
      )}
      <EffectLine>
        <Trans>You can restore the module in its settings.</Trans>
      </EffectLine>
    </EffectList>
  );
}
