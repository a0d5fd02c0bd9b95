import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconUsers } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** One field that another person has changed in the meantime: its value when the form was opened, and its value now. */
export interface StaleChange {
  readonly label: ReactNode;
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** The person's entry in the same field; absent if nothing else was entered. */
  readonly mine?: ReactNode;
}

/**
 * Another person changed a record while it was open in a form: shows the changes, and asks whose values to keep (DESIGN 'The
 * wire', If-Match). No entry of the person is lost before that choice.
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
