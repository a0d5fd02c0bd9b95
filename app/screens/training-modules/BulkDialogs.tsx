import { Select } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { moduleLibraryContract, shownRemoval } from '#shared/contract/module-library.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import {
  AssignmentEffects,
  OpenAssignmentsChoice,
  type OpenAssignments,
} from '#app/screens/training-modules/OpenAssignments.tsx';
import { type Chosen } from '#app/screens/training-modules/modules.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

interface Props {
  readonly modules: readonly Chosen[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Effect = ResponseOf<typeof moduleLibraryContract.removeMany>['effect'];

/** Deletes or retires the selected modules in one step (MOD-13): each by the same rules as a single one, with one effect shown first. */
export function RemoveModulesDialog({ modules, onClose, onDone }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<OpenAssignments>('keep');
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shownRemoval);
  const body = { moduleIds: modules.map(({ id }) => id), openAssignments: open };
  const preview = useCommand(moduleLibraryContract.removeMany, { failure: messages.moduleDeleteFailed });
  const remove = useCommand(moduleLibraryContract.removeMany, {
    failure: messages.moduleDeleteFailed,
    success: messages.modulesRemoved,
    successValues: ({ effect: { deleted, retired } }) => ({ deleted, retired }),
    onSuccess: onDone,
    onError: whenChanged,
  });
  const look = useEffectEvent(() => preview.mutate({ body: { ...body, preview: true } }));
  useEffect(() => look(), [open]);
  const found = newer ?? (preview.isPending ? null : (preview.data ?? null));
  const count = modules.length;
  return (
    <ConfirmDialog
      opened
      destructive
      title={<Plural value={count} one="Delete or retire # module?" other="Delete or retire # modules?" />}
      confirmLabel={<Trans>Delete or retire</Trans>}
      effects={
        found ? (
          <>
            {newer && <EffectChanged />}
            <Effects effect={found.effect} open={open} />
          </>
        ) : (
          !preview.error && <LineSkeletons count={2} label={t`Checking what depends on them...`} />
        )
      }
      busy={remove.isPending}
      blocked={found === null}
      error={preview.error ?? errorBeside(remove.error)}
      onConfirm={() => remove.mutate({ body: { ...body, effectHash: found?.effectHash } })}
      onClose={onClose}
    >
      <OpenAssignmentsChoice
        value={open}
        onChange={(value) => {
          clear();
          setOpen(value);
        }}
      />
    </ConfirmDialog>
  );
}

function Effects({ effect, open }: { readonly effect: Effect; readonly open: OpenAssignments }) {
  const { deleted, retired, matrices } = effect;
  return (
    <EffectList>
      <EffectLine count={deleted}>
        <Plural
          value={deleted}
          one="# module that was never assigned will be deleted. This cannot be undone."
          other="# modules that were never assigned will be deleted. This cannot be undone."
        />
      </EffectLine>
      <EffectLine count={matrices}>
        <Plural
          value={matrices}
          one="# matrix will no longer include the deleted modules."
          other="# matrices will no longer include the deleted modules."
        />
      </EffectLine>
      <EffectLine count={retired}>
        <Plural
          value={retired}
          one="# module will be retired: it can no longer be assigned, and its records are kept."
          other="# modules will be retired: they can no longer be assigned, and their records are kept."
        />
      </EffectLine>
      <AssignmentEffects effect={effect} open={open} />
    </EffectList>
  );
}

/** Moves the selected modules to a category, or to none (MOD-02). */
export function SetCategoryDialog({ modules, onClose, onDone }: Props) {
  const { t } = useLingui();
  const [category, setCategory] = useState<string | null>(null);
  const categories = useQuery(queryFor(modulesContract.categories));
  const change = useCommand(moduleLibraryContract.setCategory, {
    failure: messages.moduleUpdateFailed,
    success: messages.categorySet,
    successValues: ({ changed }) => ({ count: changed }),
    onSuccess: onDone,
  });
  const count = modules.length;
  return (
    <FormDialog
      opened
      title={
        <Plural value={count} one="Set the category of # module" other="Set the category of # modules" />
      }
      submitLabel={<Trans>Set Category</Trans>}
      size="md"
      busy={change.isPending}
      blocked={category === null}
      changed={category !== null}
      onClose={onClose}
      onSubmit={(event) => {
        event?.preventDefault();
        change.mutate({
          body: {
            moduleIds: modules.map(({ id }) => id),
            trainingCategory: category === '' ? null : category,
          },
        });
      }}
    >
      <Select
        label={t`Training Category`}
        data={[
          ...(categories.data ?? []).map(({ name }) => ({ value: name, label: name })),
          { value: '', label: t`Without a category` },
        ]}
        value={category}
        onChange={setCategory}
        searchable
        openOnFocus={false}
        data-autofocus
        error={categories.error ? t`The categories could not be loaded.` : undefined}
      />
      <DialogError error={change.error} />
    </FormDialog>
  );
}
