import { Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { inspectionLooks, sightLabels, type InspectionRow } from '#app/features/inspections/inspections.ts';
import { useFormat } from '#app/lib/format.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The state of an inspection as a badge. */
export function InspectionBadge({ state }: { readonly state: InspectionRow['state'] }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = inspectionLooks[state];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {i18n._(label)}
    </ToneBadge>
  );
}

/** Days, organizations and additional access, in one line. */
export function InspectionFacts({
  inspection: { fromDay, toDay, organizations, sees },
}: {
  readonly inspection: InspectionRow;
}) {
  const { i18n } = useLingui();
  const format = useFormat();
  const names = format.list(organizations.map(({ name }) => name));
  const included = format.list(sees.map((sight) => i18n._(sightLabels[sight])));
  return (
    <Group gap={6} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" c="dimmed">
        <Trans>
          <CalendarDate value={fromDay} /> to <CalendarDate value={toDay} />
        </Trans>
        {' · '}
        {names}
        {' · '}
        {sees.length === 0 ? (
          <Trans>Training records and audit trail only</Trans>
        ) : (
          <Trans>Includes {included}</Trans>
        )}
      </Text>
    </Group>
  );
}
