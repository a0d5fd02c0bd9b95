import { Group, Paper, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import classes from '#app/screens/profile/Profile.module.css';

/** A titled card of the profile. */
export function ProfileCard({
  title,
  hint,
  icon: TheIcon,
  actions,
  children,
}: {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly icon: Icon;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby={id}>
      <Group justify="space-between" align="start" gap="xs">
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <Group gap={10} wrap="nowrap">
            <TheIcon
              size={20}
              stroke={1.7}
              aria-hidden
              style={{ flex: 'none', color: 'var(--tt-teal-text)' }}
            />
            <Title order={2} size="h3" id={id}>
              {title}
            </Title>
          </Group>
          {hint && (
            <Text size="sm" c="dimmed" mt={4}>
              {hint}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}

/** Names with their values; an empty value says 'Not specified' (SPEC §3). */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: ReactNode, value: ReactNode | null])[];
}) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd className={value === null ? classes.none : undefined}>
            {value ?? <Trans>Not specified</Trans>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
