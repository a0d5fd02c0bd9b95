import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onStepUp } from '#app/lib/step-up.ts';

const StepUpDialog = lazy(async () => ({
  default: (await import('#app/features/security/StepUpDialog.tsx')).StepUpDialog,
}));

/** Shows the dialog of a fresh authentication when a call needs one (AUTH-19); the call then continues. */
export function StepUp() {
  // Counted, so that the dialog is mounted again each time.
  const [asked, setAsked] = useState(0);
  const [opened, setOpened] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  useEffect(
    () =>
      onStepUp(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setAsked((times) => times + 1);
            setOpened(true);
          }),
      ),
    [],
  );
  if (asked === 0) return null;
  return (
    <Suspense>
      <StepUpDialog
        key={asked}
        opened={opened}
        onDone={(confirmed) => {
          setOpened(false);
          answer.current?.(confirmed);
        }}
      />
    </Suspense>
  );
}
