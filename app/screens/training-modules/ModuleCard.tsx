import {
  ActionIcon,
  Button,
  Checkbox,
  Paper,
  Text,
  Title,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconEye,
  IconFileText,
  IconListCheck,
  IconSettings,
  IconTrash,
  IconUpload,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import type { ModuleDialog } from '#app/screens/training-modules/dialogs.ts';
import { ModuleBadges } from '#app/screens/training-modules/ModuleBadges.tsx';
import classes from '#app/screens/training-modules/Modules.module.css';
import { sizeOf, type ModuleRow } from '#app/screens/training-modules/modules.ts';
import { peoplePath } from '#app/screens/training-modules/ModuleTable.tsx';
import { IconLink } from '#app/ui/links.tsx';

/** The card of a module (SPEC §2.7): selection, badge, Settings, Content, View or Load; delete by pointer and keyboard. */
export function ModuleCard({
  module,
  selected,
  onToggle,
  onOpen,
}: {
  readonly module: ModuleRow;
  readonly selected: boolean;
  readonly onToggle: (module: ModuleRow) => void;
  readonly onOpen: (dialog: ModuleDialog, module: ModuleRow) => void;
}) {
  const { t } = useLingui();
  const open = (dialog: ModuleDialog) => () => onOpen(dialog, module);
  const questions = module.quizQuestions ?? 0;
  return (
    <Paper withBorder component="article" className={classes.card} data-selected={selected || undefined}>
      <div className={classes.cardHead}>
        <Checkbox
          checked={selected}
          onChange={() => onToggle(module)}
          aria-label={t`Select ${module.title}`}
        />
        <Title order={3} size="h4" className={classes.cardTitle}>
          <UnstyledButton className={classes.cardLink} onClick={open('view')}>
            {module.title}
          </UnstyledButton>
        </Title>
        <Tooltip label={t`People trained and not trained on this module`}>
          <IconLink to={peoplePath(module.id)} variant="subtle" aria-label={t`People of ${module.title}`}>
            <IconUsers size={17} aria-hidden />
          </IconLink>
        </Tooltip>
        <ActionIcon
          variant="subtle"
          color="red"
          className={classes.remove}
          aria-label={t`Delete ${module.title}`}
          onClick={open('remove')}
        >
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </div>
      <ModuleBadges module={module} />
      <Text size="sm" c="dimmed" lineClamp={2} className={classes.cardText}>
        {module.description}
      </Text>
      <Facts module={module} />
      <div className={classes.cardButtons}>
        <CardButton module={module} icon={IconSettings} onClick={open('edit')}>
          <Trans>Settings</Trans>
        </CardButton>
        <CardButton module={module} icon={IconFileText} onClick={open('content')}>
          <Trans>Content</Trans>
        </CardButton>
        <CardButton module={module} icon={IconListCheck} onClick={open('quiz')}>
          {questions > 0 ? <Trans>Quiz ({questions})</Trans> : <Trans>Quiz</Trans>}
        </CardButton>
        {module.hasContent || questions > 0 ? (
          <CardButton module={module} icon={IconEye} onClick={open('view')} variant="light">
            <Trans>View</Trans>
          </CardButton>
        ) : (
          <CardButton module={module} icon={IconUpload} onClick={open('load')} variant="light">
            <Trans>Load</Trans>
          </CardButton>
        )}
      </div>
    </Paper>
  );
}

/** A small button of the card, named with its module for screen readers. */
function CardButton({
  module,
  icon: TheIcon,
  variant = 'default',
  onClick,
  children,
}: {
  readonly module: ModuleRow;
  readonly icon: Icon;
  readonly variant?: 'default' | 'light';
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button
      size="xs"
      px={6}
      // Four of them fit in one line of the narrowest card.
      styles={{ section: { marginInlineEnd: 5 } }}
      variant={variant}
      leftSection={<TheIcon size={15} aria-hidden />}
      onClick={onClick}
    >
      {children}
      <VisuallyHidden> {module.title}</VisuallyHidden>
    </Button>
  );
}

function Facts({ module }: { readonly module: ModuleRow }) {
  const { bytes } = useFormat();
  const size = sizeOf(module);
  const facts = [module.reference, module.trainingCategory, size === null ? null : bytes(size)].filter(
    Boolean,
  );
  if (facts.length === 0 && module.duration === 0) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.cardFacts}>
      {facts.join(' · ')}
      {module.duration > 0 && (
        <>
          {facts.length > 0 && ' · '}
          <Plural value={module.duration} one="# minute" other="# minutes" />
        </>
      )}
    </Text>
  );
}
