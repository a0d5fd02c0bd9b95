import { Button, Checkbox, Group, Paper, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconCircleDashed, IconEye, IconSettings, IconUpload } from '@tabler/icons-react';
import { contentTypeLabels } from '#app/screens/training-modules/labels.ts';
import type { ModuleRow } from '#app/screens/training-modules/modules.ts';
import { CardGrid } from '#app/ui/StatCard.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The cards of SPEC §2.7 with selection, content badge and their buttons. */
export function ModuleGrid({
  modules,
  selected,
  onToggle,
  onSettings,
  onContent,
}: {
  readonly modules: readonly ModuleRow[];
  readonly selected: ReadonlyMap<number, ModuleRow>;
  readonly onToggle: (module: ModuleRow) => void;
  readonly onSettings: (module: ModuleRow) => void;
  readonly onContent: (module: ModuleRow) => void;
}) {
  return (
    <CardGrid min={330}>
      {modules.map((module) => (
        <ModuleCard
          key={module.id}
          module={module}
          selected={selected.has(module.id)}
          onToggle={() => onToggle(module)}
          onSettings={() => onSettings(module)}
          onContent={() => onContent(module)}
        />
      ))}
    </CardGrid>
  );
}

function ModuleCard({
  module,
  selected,
  onToggle,
  onSettings,
  onContent,
}: {
  readonly module: ModuleRow;
  readonly selected: boolean;
  readonly onToggle: () => void;
  readonly onSettings: () => void;
  readonly onContent: () => void;
}) {
  const { t, i18n } = useLingui();
  const type = contentTypeLabels[module.contentType];
  const facts = [module.reference, module.trainingCategory].filter(Boolean);
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      style={{ display: 'flex', flexDirection: 'column', gap: 10 }}
      data-selected={selected || undefined}
    >
      <Group justify="space-between" align="start" wrap="nowrap">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {module.title}
        </Title>
        <Checkbox checked={selected} onChange={onToggle} aria-label={t`Select ${module.title}`} />
      </Group>
      <Group gap={6}>
        {module.hasContent ? (
          <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
            <Trans>Content Available</Trans>
          </ToneBadge>
        ) : (
          <ToneBadge tone="amber" icon={IconCircleDashed} size="sm">
            <Trans>Content Needed</Trans>
          </ToneBadge>
        )}
        <ToneBadge tone="gray" size="sm">
          {type ? i18n._(type) : module.contentType}
        </ToneBadge>
        {module.versionNumber !== undefined && module.versionNumber !== null && (
          <ToneBadge tone="gray" size="sm">
            <Trans>Version {module.versionNumber}</Trans>
          </ToneBadge>
        )}
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2} style={{ flex: 1 }}>
        {module.description}
      </Text>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
        {module.duration > 0 && (
          <>
            {facts.length > 0 && ' · '}
            <Plural value={module.duration} one="# minute" other="# minutes" />
          </>
        )}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSettings size={15} aria-hidden />}
          onClick={onSettings}
        >
          <Trans>Settings</Trans>
          <VisuallyHidden> {module.title}</VisuallyHidden>
        </Button>
        <Button
          size="xs"
          variant={module.hasContent ? 'default' : 'light'}
          leftSection={<IconUpload size={15} aria-hidden />}
          onClick={onContent}
        >
          {module.hasContent ? <Trans>Content</Trans> : <Trans>Load</Trans>}
          <VisuallyHidden> {module.title}</VisuallyHidden>
        </Button>
        {module.hasContent && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconEye size={15} aria-hidden />}
            component="a"
            href={`/training-module/${String(module.id)}`}
            target="_blank"
            rel="noopener"
          >
            <Trans>View</Trans>
            <VisuallyHidden> {module.title}</VisuallyHidden>
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** The grid while it loads, with the text of SPEC §2.7 for screen readers. */
export function ModuleGridSkeleton() {
  return (
    <CardGrid min={330}>
      <VisuallyHidden component="output">
        <Trans>Loading modules...</Trans>
      </VisuallyHidden>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <Skeleton key={card} height={190} radius="md" />
      ))}
    </CardGrid>
  );
}
