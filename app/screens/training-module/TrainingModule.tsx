import { Button, Paper } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { IconFileOff, IconFileUnknown } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePageTitle } from '#app/lib/page-title.ts';
import { ModuleHeader } from '#app/screens/training-module/ModuleHeader.tsx';
import { ModuleReader } from '#app/screens/training-module/ModuleReader.tsx';
import { useCloseWindow } from '#app/screens/training-module/use-close-window.ts';
import { useViewing } from '#app/screens/training-module/use-viewing.ts';
import classes from '#app/screens/training-module/Viewer.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';

/** The training module viewer in its own tab (SPEC §2.17, VIEW-01 … VIEW-05). */
export function TrainingModule() {
  const { t } = useLingui();
  const { moduleId } = useParams({ strict: false });
  const viewing = useViewing(moduleId ?? '');
  usePageTitle(titleOf(viewing));
  switch (viewing.state) {
    case 'loading':
      return (
        <div className={classes.alone}>
          <PageSkeleton label={t`Loading the training module...`} />
        </div>
      );
    case 'failed':
      return (
        <Alone>
          <ErrorState error={viewing.error} busy={viewing.busy} onRetry={viewing.retry} />
        </Alone>
      );
    case 'notFound':
      return (
        <Alone>
          <EmptyState
            heading="h1"
            icon={IconFileUnknown}
            title={<Trans>Module Not Found</Trans>}
            hint={<Trans>There is no such training module, or it is not assigned to you.</Trans>}
            action={<CloseWindow />}
          />
        </Alone>
      );
    case 'noContent':
      return (
        <>
          <ModuleHeader module={viewing.assignment.module} />
          <Alone>
            <EmptyState
              icon={IconFileOff}
              title={<Trans>Content Not Available</Trans>}
              hint={
                <Trans>
                  The content of this module has not been uploaded yet. Please contact the administrator.
                </Trans>
              }
              action={<CloseWindow />}
            />
          </Alone>
        </>
      );
    case 'ready':
      return (
        <ModuleReader
          // Another assignment, or another version, is another reading.
          key={
            viewing.reading ? `${viewing.reading.assignment.id} ${viewing.reading.session.versionId}` : 'look'
          }
          module={viewing.module}
          reading={viewing.reading}
          onReopen={viewing.reopen}
        />
      );
  }
}

function titleOf(viewing: ReturnType<typeof useViewing>): string | undefined {
  if (viewing.state === 'ready') return viewing.module.title;
  return viewing.state === 'noContent' ? viewing.assignment.module.title : undefined;
}

function Alone({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.alone}>
      <Paper withBorder>{children}</Paper>
    </div>
  );
}

function CloseWindow() {
  const close = useCloseWindow();
  return (
    <Button variant="default" onClick={close}>
      <Trans>Close Window</Trans>
    </Button>
  );
}
