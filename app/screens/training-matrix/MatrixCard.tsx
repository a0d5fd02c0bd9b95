import { ActionIcon, Button, Menu, Paper, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconBuilding,
  IconCircleCheck,
  IconCircleDashed,
  IconDotsVertical,
  IconHistory,
  IconPencil,
  IconPlus,
  IconSettings,
  IconTrash,
  IconUserExclamation,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react';
import { FamilyModules } from '#app/screens/training-matrix/FamilyModules.tsx';
import type { Opened } from '#app/screens/training-matrix/dialogs.ts';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import { fullNameOf, nameOf, type Matrix, type PatchView } from '#app/screens/training-matrix/matrices.ts';
import { HoverList } from '#app/ui/HoverList.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

interface CardProps {
  readonly matrix: Matrix;
  readonly patch: PatchView;
  readonly onOpen: (opened: Opened) => void;
}

/** The card of a matrix (SPEC §2.8): department, counts, Active badge, modules by family, Add Module, Assign Template. */
export function MatrixCard({ matrix, patch, onOpen }: CardProps) {
  const { t } = useLingui();
  const name = fullNameOf(matrix);
  return (
    <Paper withBorder p="md" component="article" className={classes.card}>
      <Head matrix={matrix} patch={patch} onOpen={onOpen} />
      <Figures matrix={matrix} patch={patch} />
      <div className={classes.families}>
        {matrix.families.map((family) => (
          <FamilyModules key={family.name} family={family} matrix={matrix} onOpen={onOpen} />
        ))}
        {matrix.families.length === 0 && (
          <Text size="sm" c="dimmed">
            <Trans>No modules yet: it requires no training.</Trans>
          </Text>
        )}
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={() => onOpen({ dialog: 'add', matrix })}
          aria-label={t`Add Module to ${name}`}
        >
          <Trans>Add Module</Trans>
        </Button>
        <Button
          variant="light"
          leftSection={<IconUsersPlus size={17} aria-hidden />}
          disabled={!matrix.isActive}
          onClick={() => patch({ assign: String(matrix.id) })}
          aria-label={t`Assign Template ${name}`}
        >
          <Trans>Assign Template</Trans>
        </Button>
      </div>
    </Paper>
  );
}

function Head({ matrix, patch, onOpen }: CardProps) {
  const { t } = useLingui();
  const name = fullNameOf(matrix);
  const facts = [matrix.jobTitle, matrix.organizationName].filter(Boolean).join(' · ');
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <Title order={2} size="h4">
          {matrix.name}
        </Title>
        <div className={classes.department}>
          <ToneBadge tone="teal" icon={IconBuilding} size="sm" wrap>
            {matrix.departmentName ?? <Trans>All departments</Trans>}
          </ToneBadge>
          {matrix.departmentId !== null && (
            <Tooltip label={t`Edit department name`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Edit department name ${matrix.departmentName ?? ''}, ${name}`}
                onClick={() => onOpen({ dialog: 'rename-department', matrix })}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {matrix.isActive ? (
            <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
              <Trans>Active</Trans>
            </ToneBadge>
          ) : (
            <ToneBadge tone="gray" icon={IconCircleDashed} size="sm">
              <Trans>Empty</Trans>
            </ToneBadge>
          )}
        </div>
        {facts && (
          <Text size="sm" c="dimmed" mt={4}>
            {facts}
          </Text>
        )}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`More about ${name}`}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUsers size={16} aria-hidden />}
            onClick={() => patch({ dialog: 'people', matrix: String(matrix.id) })}
          >
            <Trans>People</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => onOpen({ dialog: 'edit', matrix })}
          >
            <Trans>Edit Matrix</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => onOpen({ dialog: 'history', matrix })}
          >
            <Trans>History</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onOpen({ dialog: 'remove', matrix })}
          >
            <Trans>Remove Matrix</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Figures({ matrix, patch }: Omit<CardProps, 'onOpen'>) {
  const open = (group: string) => patch({ dialog: 'people', matrix: String(matrix.id), group });
  return (
    <div className={classes.figures}>
      <span>
        <Plural value={matrix.moduleCount} one="# module assigned" other="# modules assigned" />
      </span>
      <HoverList
        total={matrix.userCount}
        rows={matrix.users.map((person) => ({
          key: person.id,
          name: nameOf(person),
          detail: person.jobTitle?.trim() || <Trans>No role</Trans>,
        }))}
      >
        <UnstyledButton className={classes.figure} onClick={() => open('assigned')}>
          <Plural value={matrix.userCount} one="# user assigned" other="# users assigned" />
        </UnstyledButton>
      </HoverList>
      {matrix.memberCount > 0 && (
        <UnstyledButton className={classes.figure} onClick={() => open('members')}>
          <Plural value={matrix.memberCount} one="# member by name" other="# members by name" />
        </UnstyledButton>
      )}
      {matrix.notAssignedCount > 0 && (
        <UnstyledButton onClick={() => open('waiting')}>
          <ToneBadge tone="amber" icon={IconUserExclamation} size="sm">
            <Plural
              value={matrix.notAssignedCount}
              one="# person: required, not assigned"
              other="# people: required, not assigned"
            />
          </ToneBadge>
        </UnstyledButton>
      )}
    </div>
  );
}
