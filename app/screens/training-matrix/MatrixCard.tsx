import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconCircleDashed, IconUserExclamation, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** A matrix as its card shows it. */
export type Matrix = ResponseOf<typeof curriculaContract.matrices>[number];

/** Modules of a family before the rest is folded away (SPEC §9). */
const shownPerFamily = 5;

/** The card of a matrix (SPEC §2.8): department, counts, Active badge, modules by family, Assign Template. */
export function MatrixCard({ matrix, onAssign }: { readonly matrix: Matrix; readonly onAssign: () => void }) {
  const { t } = useLingui();
  const place = [matrix.departmentName ?? matrix.jobTitle ?? t`All departments`, matrix.organizationName];
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      style={{ display: 'flex', flexDirection: 'column', gap: 12 }}
    >
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {matrix.name}
          </Title>
          <Text size="sm" c="dimmed">
            {place.filter(Boolean).join(' · ')}
          </Text>
        </div>
        {matrix.isActive ? (
          <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
            <Trans>Active</Trans>
          </ToneBadge>
        ) : (
          <ToneBadge tone="gray" icon={IconCircleDashed} size="sm">
            <Trans>Empty</Trans>
          </ToneBadge>
        )}
      </Group>
      <Group gap="lg">
        <Text size="sm">
          <Plural value={matrix.moduleCount} one="# module assigned" other="# modules assigned" />
        </Text>
        <Text size="sm">
          <Plural value={matrix.userCount} one="# user assigned" other="# users assigned" />
        </Text>
        {matrix.notAssignedCount > 0 && (
          <ToneBadge tone="amber" icon={IconUserExclamation} size="sm">
            <Plural
              value={matrix.notAssignedCount}
              one="# person: required, not assigned"
              other="# people: required, not assigned"
            />
          </ToneBadge>
        )}
      </Group>
      <div style={{ flex: 1 }}>
        {matrix.families.map((family) => (
          <Family key={family.code} family={family} />
        ))}
      </div>
      <Group>
        <Button
          size="sm"
          variant="light"
          leftSection={<IconUsersPlus size={17} aria-hidden />}
          disabled={!matrix.isActive}
          onClick={onAssign}
          aria-label={t`Assign Template ${[matrix.name, matrix.organizationName].filter(Boolean).join(', ')}`}
        >
          <Trans>Assign Template</Trans>
        </Button>
      </Group>
    </Paper>
  );
}

function Family({ family }: { readonly family: Matrix['families'][number] }) {
  const [open, setOpen] = useState(false);
  const { modules, name } = family;
  const shown = open ? modules : modules.slice(0, shownPerFamily);
  return (
    <section>
      <Text size="xs" fw={650} c="dimmed" tt="uppercase" mt="xs">
        {name}
      </Text>
      <List size="sm" spacing={2} listStyleType="none">
        {shown.map((module) => (
          <List.Item key={module.entryId}>
            {module.title}{' '}
            <Text span size="xs" c="dimmed">
              <Plural value={module.daysToDue} one="# day to due" other="# days to due" />
            </Text>
          </List.Item>
        ))}
      </List>
      {modules.length > shownPerFamily && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? (
            <Trans>Show less</Trans>
          ) : (
            <Plural value={modules.length - shownPerFamily} one="# more" other="# more" />
          )}
        </Button>
      )}
    </section>
  );
}
