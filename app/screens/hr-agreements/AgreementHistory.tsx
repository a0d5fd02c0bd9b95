import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import { agreementEventLabels } from '#app/screens/hr-agreements/agreement-texts.ts';
import type { Agreement } from '#app/screens/hr-agreements/agreements.ts';
import classes from '#app/screens/hr-agreements/HrAgreements.module.css';
import { useTermLabels } from '#app/screens/hr-agreements/use-term-changes.tsx';
import { EvidenceTime } from '#app/ui/Moment.tsx';

/** The events of an agreement, with person and time, newest first (HR-03). */
export function AgreementHistory({ agreement }: { readonly agreement: Agreement }) {
  const { i18n } = useLingui();
  const { list } = useFormat();
  const terms = useTermLabels();
  return (
    <ol className={classes.history}>
      {agreement.history.map(({ at, timeZone, event, by, versionNumber, changed, reason }) => (
        <li key={`${at} ${event}`}>
          <Text size="sm" fw={550}>
            {i18n._(agreementEventLabels[event])}
            {versionNumber !== null && (
              <>
                {' · '}
                <Trans>Version {versionNumber}</Trans>
              </>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            <EvidenceTime value={at} timeZone={timeZone} />
            {by !== null && <> · {by}</>}
          </Text>
          {changed.length > 0 && <Text size="sm">{list(changed.map((term) => terms[term]))}</Text>}
          {reason !== null && <Text size="sm">{reason}</Text>}
        </li>
      ))}
    </ol>
  );
}
