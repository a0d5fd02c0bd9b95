import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconUsers } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** One field that another person changed meanwhile: what stood there when the form was opened, and what stands there now. */
export interface StaleChange {
  readonly label: ReactNode;
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** What the person entered in the same field; left out where nothing else was entered. */
  readonly mine?: ReactNode;
}

/**
 * Somebody else changed a record while it was open in a form: what changed, and whose values continue (DESIGN 'The wire',
 * If-Match). Nothing that the person entered is lost before that is chosen.
 */
export function StaleNotice({
  changes,
  onTakeNewer,
  onKeepMine,
}: {
  readonly changes: readonly StaleChange[];
  readonly onTakeNewer: () => void;
  readonly onKeepMine: () => void;
}) {
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconUsers aria-hidden />}
      role="alert"
      title={<Trans>Someone changed this in the meantime.</Trans>}
    >
      <Stack gap="xs">
        {changes.length > 0 && (
          <List size="sm" listStyleType="none" spacing={4}>
            {changes.map(({ label, before, after, mine }, index) => (
              <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
                <Text span fw={600} size="sm">
                  {label}
                  {': '}
                </Text>
                <s>{before}</s> <IconArrowRight size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
                <ins style={{ textDecoration: 'none', fontWeight: 600 }}>{after}</ins>
                {mine !== undefined && (
                  <Text size="sm" c="dimmed">
                    <Trans>You entered: {mine}</Trans>
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm">
          <Trans>Your entries are still here and have not been saved.</Trans>
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onTakeNewer}>
            <Trans>Use the newer values</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={onKeepMine}>
            <Trans>Keep my changes</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
