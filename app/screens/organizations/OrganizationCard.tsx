import { ActionIcon, Button, Menu, Paper, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconArchive,
  IconBooks,
  IconCalendarPlus,
  IconDots,
  IconHistory,
  IconPencil,
  IconRestore,
  IconSitemap,
  IconTrash,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { Monogram } from '#app/brand/Monogram.tsx';
import { useBinder } from '#app/features/binder/use-binder.tsx';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { MemberList } from '#app/screens/organizations/MemberList.tsx';
import classes from '#app/screens/organizations/Organizations.module.css';
import { type OrganizationRow } from '#app/screens/organizations/organizations.ts';
import type { MemberRow } from '#app/screens/organizations/use-members.ts';
import { TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The card of an organization (SPEC §2.11): its facts, the number of people, its first members, its menu. */
export function OrganizationCard({
  organization,
  members,
  membersError,
  onRetryMembers,
  onOpen,
}: {
  readonly organization: OrganizationRow;
  readonly members: readonly MemberRow[] | undefined;
  readonly membersError: Error | null;
  readonly onRetryMembers: () => void;
  readonly onOpen: (dialog: 'edit' | 'departments' | 'history' | 'remove') => void;
}) {
  const { name, type, description, isActive, userCount, createdAt, timeZone, archivedAt } = organization;
  return (
    <Paper
      withBorder
      component="article"
      className={classes.card}
      data-archived={!isActive || undefined}
      aria-label={name}
    >
      <div className={classes.head}>
        <Monogram name={name} size={40} />
        <div className={classes.name}>
          <Title order={2} size="h3">
            {name}
          </Title>
          <div className={classes.badges}>
            <ToneBadge tone="teal" size="sm">
              {type}
            </ToneBadge>
            {!isActive && (
              <ToneBadge tone="gray" size="sm" icon={IconArchive}>
                <Trans>Archived</Trans>
              </ToneBadge>
            )}
          </div>
        </div>
        <CardMenu organization={organization} onOpen={onOpen} />
      </div>
      {description && (
        <Text size="sm" c="dimmed" lineClamp={3} title={description} style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      )}
      <div className={classes.facts}>
        <span className={classes.fact}>
          <IconUsers size={15} aria-hidden />
          <TextLink to="/users" search={{ org: String(organization.id) }} inherit>
            <Plural value={userCount} one="# user" other="# users" />
          </TextLink>
        </span>
        <span className={classes.fact}>
          <IconCalendarPlus size={15} aria-hidden />
          <span>
            <Trans>
              Created <Moment value={createdAt} />
            </Trans>
          </span>
        </span>
        <span className={classes.fact}>
          <IconWorld size={15} aria-hidden />
          {timeZone}
        </span>
        {archivedAt && (
          <span className={classes.fact}>
            <IconArchive size={15} aria-hidden />
            <span>
              <Trans>
                Archived <Moment value={archivedAt} />
              </Trans>
            </span>
          </span>
        )}
      </div>
      {!isActive && <RestoreButton organization={organization} />}
      <MemberList
        organization={organization}
        members={members}
        error={membersError}
        onRetry={onRetryMembers}
      />
    </Paper>
  );
}

function CardMenu({
  organization,
  onOpen,
}: {
  readonly organization: OrganizationRow;
  readonly onOpen: (dialog: 'edit' | 'departments' | 'history' | 'remove') => void;
}) {
  const { t } = useLingui();
  const binder = useBinder();
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${organization.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('edit')}>
            <Trans>Edit Organization</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSitemap size={16} aria-hidden />}
            onClick={() => onOpen('departments')}
          >
            <Trans>Departments</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => onOpen('history')}>
            <Trans>History</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBooks size={16} aria-hidden />}
            disabled={organization.userCount === 0}
            onClick={() => binder.open({ organizationId: organization.id })}
          >
            <Trans>Training binder</Trans>
          </Menu.Item>
          {organization.isActive && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => onOpen('remove')}
              >
                <Trans>Delete</Trans>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {binder.dialog}
    </>
  );
}

/** Restores an archived organization; nothing is lost, so no confirmation is needed (ORG-02). */
function RestoreButton({ organization }: { readonly organization: OrganizationRow }) {
  const restore = useCommand(organizationsContract.update, {
    success: messages.organizationRestored,
    failure: messages.organizationRestoreFailed,
  });
  return (
    <div>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRestore size={15} aria-hidden />}
        loading={restore.isPending}
        onClick={() => restore.mutate({ params: { id: organization.id }, body: { isActive: true } })}
      >
        <Trans>Restore</Trans>
      </Button>
    </div>
  );
}
