import { Paper, Text } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { stateLooks, type ImportState } from '#app/features/imports/state-looks.ts';
import { TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** An import in the list of imports, with its state. */
export function ImportCard({
  import: one,
  at,
}: {
  readonly import: {
    readonly id: number;
    readonly state: ImportState;
    readonly fileName: string;
    readonly rowCount: number;
    readonly requestedBy: { readonly name: string };
    readonly createdAt: string;
  };
  /** The address of the imports. */
  readonly at: string;
}) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[one.state];
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <TextLink to={`${at}/${String(one.id)}`} fw={600}>
        {one.fileName} · <Moment value={one.createdAt} show="dateTime" />
      </TextLink>{' '}
      <ToneBadge tone={tone} icon={icon} size="sm">
        {i18n._(label)}
      </ToneBadge>
      <Text size="sm" c="dimmed">
        <Plural value={one.rowCount} one="# row" other="# rows" /> · {one.requestedBy.name}
      </Text>
    </Paper>
  );
}
