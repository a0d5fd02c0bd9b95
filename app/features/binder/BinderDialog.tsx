import { Button, Modal, Progress, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { bindersContract } from '#shared/contract/binders.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { exportsContract } from '#shared/contract/exports.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useFormat } from '#app/lib/format.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { useUser } from '#app/lib/session.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';

type Requested = ResponseOf<typeof bindersContract.request>;

const isOpen = ({ state }: Requested): boolean => state === 'waiting' || state === 'running';
/** The interval at which progress is checked, in milliseconds. */
const refreshInterval = 1000;

/** A binder while it is prepared, and when it is ready (INS-04). */
export function BinderDialog({
  requested,
  error,
  onRetry,
  onClose,
}: {
  /** Null until the server has answered. */
  readonly requested: Requested | null;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const newest = useQuery({
    ...queryFor(exportsContract.list, { query: { limit: 20 } }),
    enabled: requested !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const found = state.data?.find(({ id }) => id === requested?.id);
      return found === undefined || isOpen(found) ? refreshInterval : false;
    },
  });
  const one = newest.data?.find(({ id }) => id === requested?.id) ?? requested;
  const cancel = useCommand(exportsContract.cancel, { onSuccess: onClose });
  const file = useDownload<'zip'>(() =>
    saveFile(exportsContract.file, 'training-binder.zip', { params: { id: String(one?.id) } }),
  );
  return (
    <Modal opened onClose={onClose} title={t`Training binder`} size="md">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            One ZIP with a folder per person: training file, signature sheet, certificates and CV, with an
            index and the SHA-256 of each file.
          </Trans>
        </Text>
        <DownloadFailure download={file} />
        {error ? (
          <ErrorState error={error} busy={false} onRetry={onRetry} />
        ) : (
          <div role="status" aria-live="polite">
            {one === null || isOpen(one) ? (
              <Preparing one={one} canLeave={permissions.includes('reports.view')} />
            ) : one.state === 'ready' ? (
              <Text fw={600}>
                <Trans>
                  Ready: <Plural value={one.rowsDone} one="# person" other="# people" />
                </Trans>
              </Text>
            ) : (
              <Text>
                {one.problem === null ? <Trans>The binder was cancelled.</Trans> : reasonText(one.problem)}
              </Text>
            )}
          </div>
        )}
        <DialogFooter>
          {one !== null && isOpen(one) ? (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id: String(one.id) } })}
            >
              <Trans>Cancel binder</Trans>
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          )}
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={one?.state !== 'ready'}
            loading={file.busy !== null}
            onClick={() => file.save('zip')}
          >
            <Trans>Download</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

function Preparing({ one, canLeave }: { readonly one: Requested | null; readonly canLeave: boolean }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const total = one?.rowsTotal ?? null;
  const done = one?.rowsDone ?? 0;
  return (
    <Stack gap={4}>
      <Progress
        value={total === null || total === 0 ? 0 : (100 * done) / total}
        animated
        aria-label={t`Progress of the binder`}
      />
      <Text size="sm" className="tt-figures">
        {total === null ? (
          <Trans>Preparing the binder</Trans>
        ) : (
          <Trans>
            {number(done)} of {number(total)} people
          </Trans>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {canLeave ? (
          <Trans>You can close this dialog and find the binder later under My exports.</Trans>
        ) : (
          <Trans>Keep this dialog open until the binder is ready.</Trans>
        )}
      </Text>
    </Stack>
  );
}
