import { ActionIcon, Button, Menu, Skeleton, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDotsVertical, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { fullName, shownJobTitle } from '#shared/domain/people/names.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { pageFor } from '#app/lib/client.ts';
import classes from '#app/screens/organizations/Organizations.module.css';
import { memberPage, shownMembers, type OrganizationRow } from '#app/screens/organizations/organizations.ts';
import type { MemberRow } from '#app/screens/organizations/use-members.ts';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** Team Members of a card (SPEC §2.11): the first three, View All in pages, Show Less. */
export function MemberList({
  organization,
  members,
  error,
  onRetry,
}: {
  readonly organization: OrganizationRow;
  readonly members: readonly MemberRow[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}) {
  const { t } = useLingui();
  const [pages, setPages] = useState(0);
  const { id, name, userCount } = organization;
  const all = useQuery({
    ...pageFor(peopleContract.list, {
      query: { organizationId: String(id), sort: 'name', limit: Math.min(1000, memberPage * pages || 1) },
    }),
    enabled: pages > 0,
  });
  const expanded = pages > 0 && all.data !== undefined;
  const rows = expanded ? all.data.rows : members?.slice(0, shownMembers);
  const total = expanded ? all.data.total : userCount;
  const more = total - (rows?.length ?? 0);
  const failure = pages > 0 ? all.error : error;
  return (
    <section className={classes.members} aria-label={t`Team Members of ${name}`}>
      <div className={classes.membersHead}>
        <Title order={3} size="h4">
          <Trans>Team Members</Trans>
        </Title>
        {userCount > shownMembers && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={pages > 0}
            loading={pages === 1 && all.isFetching && !expanded}
            onClick={() => setPages(pages > 0 ? 0 : 1)}
          >
            {pages > 0 ? <Trans>Show Less</Trans> : <Trans>View All</Trans>}
          </Button>
        )}
      </div>
      {failure && !expanded ? (
        <ErrorState
          error={failure}
          busy={all.isFetching}
          onRetry={pages > 0 ? () => void all.refetch() : onRetry}
        />
      ) : rows === undefined ? (
        <Skeleton height={44 * Math.min(shownMembers, Math.max(1, userCount))} radius="md" />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No one yet</Trans>
        </Text>
      ) : (
        <ul
          className={classes.list}
          data-long={rows.length > 8 || undefined}
          {...scrollable(rows.length > 8)}
        >
          {rows.map((member) => (
            <Member key={member.id} member={member} />
          ))}
        </ul>
      )}
      {rows !== undefined && more > 0 && (
        <More more={more} expanded={expanded} busy={all.isFetching} onMore={() => setPages(pages + 1)} />
      )}
    </section>
  );
}

/** A list that scrolls can also be scrolled by keyboard. */
const scrollable = (long: boolean) => (long ? { tabIndex: 0, 'data-scrolls': true } : {});

function More({
  more,
  expanded,
  busy,
  onMore,
}: {
  readonly more: number;
  readonly expanded: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}) {
  if (!expanded)
    return (
      <Text size="sm" c="dimmed">
        <Trans>+{more} more users</Trans>
      </Text>
    );
  return (
    <Button variant="subtle" size="compact-sm" loading={busy} onClick={onMore} style={{ alignSelf: 'start' }}>
      <Trans>Show more (+{more})</Trans>
    </Button>
  );
}

/** The facts of a person that a row of members needs, whichever call returned them. */
interface Listed {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email?: string;
  readonly role?: MemberRow['role'];
  readonly jobTitle?: string | null;
  readonly profileImageUrl?: string | null;
  readonly isActive?: boolean;
}

function Member({ member }: { readonly member: Listed }) {
  const { t, i18n } = useLingui();
  const name = fullName(member) || (member.email ?? member.id);
  const work = shownJobTitle(member.jobTitle ?? null) ?? (member.role ? i18n._(roleLabels[member.role]) : '');
  return (
    <li className={classes.member}>
      <UserAvatar
        firstName={member.firstName}
        lastName={member.lastName}
        imageUrl={member.profileImageUrl ?? null}
        size={32}
      />
      <div className={classes.memberWords}>
        <div className={classes.memberName}>{name}</div>
        <Text size="xs" c="dimmed">
          {work}
          {member.isActive === false && (
            <>
              {' · '}
              <Trans>Inactive</Trans>
            </>
          )}
        </Text>
      </div>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${name}`}>
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`/employee/${encodeURIComponent(member.id)}`}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            <Trans>View Training</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
