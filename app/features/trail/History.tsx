import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TrailList } from '#app/features/trail/TrailList.tsx';
import { useUser } from '#app/lib/session.ts';
import { ButtonLink } from '#app/ui/links.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** A record, or the person whom the events concern. */
export type HistoryOf =
  { readonly about: string } | { readonly recordType: string; readonly recordId: string };

/** The history of a record or of a person, for people who may see the trail; read when it is opened (AUD-03). */
export function History({ of }: { readonly of: HistoryOf }) {
  const sees = useUser().permissions.includes('audit.view');
  const [shown, setShown] = useState(false);
  if (!sees) return null;
  return (
    <Section
      title={<Trans>History</Trans>}
      hint={<Trans>Who did what here, when and why, from the audit trail.</Trans>}
      actions={
        shown ? (
          <ButtonLink to="/audit" search={of} variant="default">
            <Trans>Open in the audit trail</Trans>
          </ButtonLink>
        ) : (
          <Button
            variant="default"
            leftSection={<IconHistory size={18} aria-hidden />}
            onClick={() => setShown(true)}
          >
            <Trans>Show history</Trans>
          </Button>
        )
      }
    >
      {shown && <TrailList filters={of} limit={20} />}
    </Section>
  );
}
