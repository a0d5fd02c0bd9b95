import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { HistoryOf } from '#app/features/trail/History.tsx';
import { HistoryDialog } from '#app/features/trail/HistoryDialog.tsx';
import { useUser } from '#app/lib/session.ts';

/** Opens the history of a record in a line of a list, for people who see the trail (AUD-03). */
export function HistoryButton({ name, of }: { readonly name: string; readonly of: HistoryOf }) {
  const { t } = useLingui();
  const sees = useUser().permissions.includes('audit.view');
  const [open, setOpen] = useState(false);
  if (!sees) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconHistory size={15} aria-hidden />}
        aria-label={t`History of ${name}`}
        onClick={() => setOpen(true)}
      >
        <Trans>History</Trans>
      </Button>
      {open && <HistoryDialog name={name} of={of} onClose={() => setOpen(false)} />}
    </>
  );
}
