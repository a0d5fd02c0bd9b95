import { Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { messages } from '#app/lib/messages.ts';
import { EffectDialog } from '#app/screens/training-matrix/changes/EffectDialog.tsx';
import { useRemoval } from '#app/screens/training-matrix/changes/use-removal.ts';
import type { Matrix, MatrixModule } from '#app/screens/training-matrix/matrices.ts';

/** Removes a module from a matrix; people who have started it are shown first (SPEC §2.8, MTX-06). */
export function RemoveModuleDialog({
  matrix,
  module,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly module: MatrixModule;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const removal = useRemoval(
    matrixChangesContract.removeEntry,
    { params: { matrixId: module.entryId } },
    { success: messages.matrixModuleRemoved, failure: messages.matrixRemoveFailed, onDone: onClose },
  );
  return (
    <EffectDialog
      title={t`Remove ${module.title} from ${matrix.name}?`}
      confirmLabel={<Trans>Remove Module</Trans>}
      {...removal}
      onConfirm={removal.confirm}
      onClose={onClose}
    />
  );
}

/** Removes a matrix with its modules and memberships (MTX-06). */
export function RemoveMatrixDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const removal = useRemoval(
    matrixChangesContract.remove,
    { params: { matrixId: matrix.id } },
    { success: messages.matrixRemoved, onDone: onClose },
  );
  return (
    <EffectDialog
      title={t`Remove the matrix ${matrix.name}?`}
      confirmLabel={<Trans>Remove Matrix</Trans>}
      {...removal}
      onConfirm={removal.confirm}
      onClose={onClose}
    >
      {({ entries, members }) => (
        <Text size="sm" mb="xs">
          <Plural value={entries} one="# module leaves it" other="# modules leave it" />
          {members > 0 && (
            <>
              {', '}
              <Plural value={members} one="# membership ends" other="# memberships end" />
            </>
          )}
          .
        </Text>
      )}
    </EffectDialog>
  );
}

/** Ends the membership of a person (MTX-06). */
export function RemoveMemberDialog({
  matrixId,
  matrixName,
  userId,
  name,
  onClose,
}: {
  readonly matrixId: number;
  readonly matrixName: string;
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const removal = useRemoval(
    matrixChangesContract.removeMember,
    { params: { matrixId, userId } },
    { success: messages.matrixMemberRemoved, onDone: onClose },
  );
  return (
    <EffectDialog
      title={t`End the membership of ${name} in ${matrixName}?`}
      confirmLabel={<Trans>End Membership</Trans>}
      {...removal}
      onConfirm={removal.confirm}
      onClose={onClose}
    >
      {({ stillMatched }) =>
        stillMatched && (
          <Text size="sm" mb="xs">
            <Trans>The matrix still applies to this person, so its modules stay required.</Trans>
          </Text>
        )
      }
    </EffectDialog>
  );
}
