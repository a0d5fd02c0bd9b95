import { Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** One setting of security: its name, its state, and its actions. */
export function SecurityCard({
  icon: TheIcon,
  title,
  hint,
  badge,
  children,
}: {
  readonly icon: Icon;
  readonly title: ReactNode;
  readonly hint: ReactNode;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Paper withBorder radius="md" p={{ base: 'md', sm: 'lg' }} component="section">
      <Stack gap="md">
        <Group gap="md" wrap="nowrap" align="flex-start">
          <ThemeIcon variant="light" size={40} radius="md" visibleFrom="xs">
            <TheIcon size={22} stroke={1.7} aria-hidden />
          </ThemeIcon>
          <Stack gap={4} flex={1} miw={0}>
            <Group gap="sm">
              <Title order={2} fz="md">
                {title}
              </Title>
              {badge}
            </Group>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </Stack>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
