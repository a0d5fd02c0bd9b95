import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { ImportState } from '#app/features/imports/state-looks.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';

/** Starts the check of an import, or says why its columns cannot be used. */
export function CheckButton({
  state,
  wrong,
  busy,
  onCheck,
}: {
  readonly state: ImportState;
  readonly wrong: PlainReason | null;
  readonly busy: boolean;
  readonly onCheck: () => void;
}) {
  const [tried, setTried] = useState(false);
  return (
    <>
      {tried && wrong !== null && <DialogFailure>{reasonText(wrong)}</DialogFailure>}
      <div>
        <Button
          leftSection={<IconListCheck size={18} aria-hidden />}
          variant={state === 'checked' ? 'default' : 'filled'}
          loading={busy}
          onClick={() => {
            setTried(true);
            if (wrong === null) onCheck();
          }}
        >
          {state === 'checked' ? <Trans>Check again</Trans> : <Trans>Check the file</Trans>}
        </Button>
      </div>
    </>
  );
}
