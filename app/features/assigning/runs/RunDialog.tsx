import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { RunCard } from '#app/features/assigning/runs/RunCard.tsx';
import { isOpen, useRuns, type AssigningRun } from '#app/features/assigning/runs/use-runs.ts';
import { useUser } from '#app/lib/session.ts';

/**
 * The dialog of a command that continues in the background (PERF-03): progress and result. The command continues when the
 * dialog is closed.
 */
export function RunDialog({
  run: begun,
  onClose,
}: {
  readonly run: AssigningRun;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const { query } = useRuns();
  const run = query.data?.rows.find(({ id }) => id === begun.id) ?? begun;
  return (
    <Modal opened onClose={onClose} title={t`Assigning in the Background`} size="lg">
      <Stack gap="md">
        {isOpen(run) && (
          <Text size="sm">
            {permissions.includes('matrices.manage') ? (
              <Trans>
                This is a large group. You can close this dialog: assigning continues in the background. Check
                its progress on the Training Matrix page.
              </Trans>
            ) : (
              <Trans>
                This is a large group. You can close this dialog: assigning continues in the background. Check
                its progress on the My Team page.
              </Trans>
            )}
          </Text>
        )}
        <RunCard run={run} />
        <Group justify="flex-end">
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
