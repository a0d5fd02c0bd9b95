import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import { explain } from '#app/lib/reasons.ts';
import { pendingPages } from '#app/screens/training-module/progress/pending.ts';
import type { ReporterState } from '#app/screens/training-module/progress/progress-reporter.ts';
import classes from '#app/screens/training-module/Viewer.module.css';

/** Shows whether the progress is stored (UI.md 'progress survives a lost connection and says so'). */
export function SaveLine({
  state,
  onReopen,
}: {
  readonly state: ReporterState;
  readonly onReopen: () => void;
}) {
  if (state.save === 'stopped') {
    return (
      <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
        <Trans>Your progress is no longer being recorded.</Trans> {state.error && explain(state.error)}
        <div className={classes.saveAction}>
          <Button size="xs" variant="default" onClick={onReopen}>
            <Trans>Open the content again</Trans>
          </Button>
        </div>
      </Alert>
    );
  }
  const waiting = pendingPages(state.waiting);
  return (
    <output className={classes.save} data-state={state.save} aria-live="polite">
      {state.save === 'saved' && (
        <>
          <IconCloudCheck size={16} aria-hidden />
          <Trans>Your progress is saved.</Trans>
        </>
      )}
      {state.save === 'saving' && (
        <>
          <IconCloudUp size={16} aria-hidden />
          <Trans>Saving your progress...</Trans>
        </>
      )}
      {state.save === 'waiting' && (
        <>
          <IconCloudOff size={16} aria-hidden />
          <span>
            <Trans>
              No connection. Your progress is saved on this device and sent when you are back online.
            </Trans>
            {waiting > 0 && (
              <>
                {' '}
                <Plural value={waiting} one="# page pending." other="# pages pending." />
              </>
            )}
          </span>
        </>
      )}
    </output>
  );
}
