import { Radio, Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { shownAssignment } from '#shared/contract/curricula-schemas.ts';
import { RunDialog } from '#app/features/assigning/runs/RunDialog.tsx';
import type { AssigningRun } from '#app/features/assigning/runs/use-runs.ts';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import { PeopleChoice } from '#app/features/assigning/PeopleChoice.tsx';
import { PeopleOfEffect } from '#app/features/matrix-effect/ChangeEffect.tsx';
import { EffectView } from '#app/screens/training-matrix/assign/EffectView.tsx';
import { type Matrix } from '#app/screens/training-matrix/matrices.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/**
 * Assigns modules to the people of a department (SPEC §2.8, §5): all or chosen people; shows who gets which module by when,
 * then assigns them (MTX-05, MTX-06). If the data has changed in between, the new effect is shown instead.
 */
export function AssignDialog({ matrix, onClose }: { readonly matrix: Matrix; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [run, setRun] = useState<AssigningRun | null>(null);
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shownAssignment);
  const body = {
    matrixId: matrix.id,
    ...(all ? { allMatched: true } : { specificUserIds: [...chosen.keys()] }),
  };
  const preview = useCommand(curriculaContract.assign, { failure: messages.matrixAssignFailed });
  const { toastOf } = useMailServer();
  const assign = useCommand(curriculaContract.assign, {
    failure: messages.matrixAssignFailed,
    onSuccess: (answer) => (answer.run ? setRun(answer.run) : onClose()),
    success: ({ assignments, run: begun }) =>
      begun
        ? messages.assigningBegun
        : assignments > 0
          ? toastOf(messages.matrixAssigned)
          : messages.matrixAssigned,
    successValues: ({ assignments, people }) => ({ assignments, people }),
    onError: whenChanged,
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (run) return <RunDialog run={run} onClose={onClose} />;
  if (effect) {
    return (
      <ConfirmDialog
        opened
        title={t`Assign ${matrix.name}?`}
        confirmLabel={<Trans>Assign</Trans>}
        effects={
          <>
            <EffectView effect={effect} changed={newer !== null} />
            <MissingContent matrixId={matrix.id} />
          </>
        }
        details={<PeopleOfEffect effect={effect} />}
        afterForm
        busy={assign.isPending}
        blocked={effect.assigned.assignments === 0 && effect.newMembers === 0}
        error={errorBeside(assign.error)}
        onConfirm={() => assign.mutate({ body: { ...body, effectHash } })}
        onClose={() => {
          clear();
          assign.reset();
          preview.reset();
        }}
        size="lg"
      />
    );
  }
  return (
    <FormDialog
      opened
      title={t`Assign ${matrix.name}`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={(event) => {
        event?.preventDefault();
        preview.mutate({ body: { ...body, preview: true } });
      }}
      onClose={onClose}
      busy={preview.isPending}
      blocked={!all && chosen.size === 0}
      changed={chosen.size > 0}
      size="lg"
    >
      <Radio.Group
        label={t`Assign to`}
        value={all ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="some"
            label={t`People I choose`}
            description={t`They become members and stay in the matrix until the membership is ended.`}
          />
          <Radio
            value="all"
            label={<Everybody matrix={matrix} />}
            description={t`They stay in the matrix as long as they work there.`}
          />
        </Stack>
      </Radio.Group>
      <MissingContent matrixId={matrix.id} />
      {!all && (
        <PeopleChoice
          organizationId={matrix.organizationId}
          departmentId={matrix.departmentId}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      <DialogError error={preview.error} />
    </FormDialog>
  );
}

/** The people whom the matrix matches, in words. */
function Everybody({ matrix: { departmentName, jobTitle, organizationName } }: { readonly matrix: Matrix }) {
  if (departmentName !== null && jobTitle !== null) {
    return (
      <Trans>
        Everyone in {departmentName} with the job title {jobTitle}
      </Trans>
    );
  }
  if (departmentName !== null) return <Trans>Everyone in {departmentName}</Trans>;
  if (jobTitle !== null) {
    return (
      <Trans>
        Everyone in {organizationName} with the job title {jobTitle}
      </Trans>
    );
  }
  return <Trans>Everyone in {organizationName}</Trans>;
}
