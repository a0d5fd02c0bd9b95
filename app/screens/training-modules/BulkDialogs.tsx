import { List, Radio, Select, Stack } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { moduleLibraryContract, shownRemoval } from '#shared/contract/module-library.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import { libraryCalls, type Chosen } from '#app/screens/training-modules/modules.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

interface Props {
  readonly modules: readonly Chosen[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Effect = ResponseOf<typeof moduleLibraryContract.removeMany>['effect'];

/** Deletes or retires the selected modules in one step (MOD-13): each as it would be by itself, with one effect before. */
export function RemoveModulesDialog({ modules, onClose, onDone }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'keep' | 'void'>('keep');
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shownRemoval);
  const body = { moduleIds: modules.map(({ id }) => id), openAssignments: open };
  const preview = useCommand(moduleLibraryContract.removeMany, { failure: messages.moduleDeleteFailed });
  const remove = useCommand(moduleLibraryContract.removeMany, {
    failure: messages.moduleDeleteFailed,
    invalidates: [
      ...libraryCalls,
      curriculaContract.matrices,
      curriculaContract.entries,
      assignmentsContract.list,
      assignmentsContract.mine,
    ],
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
          !preview.error && <LineSkeletons count={2} label={t`Looking what depends on them...`} />
        )
      }
      busy={remove.isPending}
      blocked={found === null}
      error={preview.error ?? errorBeside(remove.error)}
      onConfirm={() => remove.mutate({ body: { ...body, effectHash: found?.effectHash } })}
      onClose={onClose}
    >
      <Radio.Group
        label={t`Open assignments`}
        value={open}
        onChange={(value) => {
          clear();
          setOpen(value === 'void' ? 'void' : 'keep');
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="keep" label={t`They stay: people finish what they were given`} />
          <Radio value="void" label={t`They are voided: nobody has to do it any more`} />
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}

function Effects({ effect, open }: { readonly effect: Effect; readonly open: 'keep' | 'void' }) {
  const { deleted, retired, openAssignments, openPeople, completions, matrices } = effect;
  return (
    <List size="sm" spacing={4}>
      {deleted > 0 && (
        <List.Item>
          <Plural
            value={deleted}
            one="# module that nobody was ever assigned is deleted. This cannot be undone."
            other="# modules that nobody was ever assigned are deleted. This cannot be undone."
          />
        </List.Item>
      )}
      {matrices > 0 && (
        <List.Item>
          <Plural
            value={matrices}
            one="# matrix loses what is deleted."
            other="# matrices lose what is deleted."
          />
        </List.Item>
      )}
      {retired > 0 && (
        <List.Item>
          <Plural
            value={retired}
            one="# module is retired: it can no longer be assigned, and its records stay."
            other="# modules are retired: they can no longer be assigned, and their records stay."
          />
        </List.Item>
      )}
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
    </List>
  );
}

/** Puts the selected modules into a category, or into none (MOD-02). */
export function SetCategoryDialog({ modules, onClose, onDone }: Props) {
  const { t } = useLingui();
  const [category, setCategory] = useState<string | null>(null);
  const categories = useQuery(queryFor(modulesContract.categories));
  const change = useCommand(moduleLibraryContract.setCategory, {
    failure: messages.moduleUpdateFailed,
    invalidates: libraryCalls,
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
