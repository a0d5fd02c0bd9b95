import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { explain } from '#app/lib/reasons.ts';
import type { AnswerSaverState } from '#app/screens/training-module/quiz/answer-saver.ts';
import viewer from '#app/screens/training-module/Viewer.module.css';

/** Shows whether the answers are stored (UI.md 'progress survives a lost connection and says so'). */
export function SavedLine({
  state,
  onReopen,
}: {
  readonly state: AnswerSaverState;
  readonly onReopen: () => void;
}) {
  if (state.save === 'stopped') {
    return (
      <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
        <Trans>Your answers are no longer being saved.</Trans> {state.error && explain(state.error)}
        <div className={viewer.saveAction}>
          <Button size="xs" variant="default" onClick={onReopen}>
            <Trans>Back to the quiz</Trans>
          </Button>
        </div>
      </Alert>
    );
  }
  return (
    <output className={viewer.save} data-state={state.save} aria-live="polite">
      {state.save === 'saved' && Object.keys(state.shown).length > 0 && (
        <>
          <IconCloudCheck size={16} aria-hidden />
          <Trans>Your answers are saved.</Trans>
        </>
      )}
      {state.save === 'saving' && (
        <>
          <IconCloudUp size={16} aria-hidden />
          <Trans>Saving your answers...</Trans>
        </>
      )}
      {state.save === 'waiting' && (
        <>
          <IconCloudOff size={16} aria-hidden />
          <Trans>
            No connection. Your answers are saved on this device and sent when you are back online.
          </Trans>
        </>
      )}
    </output>
  );
}
