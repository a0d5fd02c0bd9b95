import { Anchor, Breadcrumbs, Paper, Text, Title } from '@mantine/core';
import { IconBriefcase, IconBuilding, IconChevronRight, IconMail, IconUserUp } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import { AccountBadge } from '#app/features/people/AccountBadge.tsx';
import { AwayBadge } from '#app/features/people/AwayBadge.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/employee-detail/EmployeeDetail.module.css';
import { TextLink } from '#app/ui/links.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

type Details = ResponseOf<typeof peopleContract.details>;

/** The header of a person (SPEC §2.10): initials, name, email, role, job title, and the person's manager. */
export function PersonHeader({
  person,
  manager,
}: {
  readonly person: Details['user'];
  readonly manager: Details['manager'];
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  const name = nameOf(person);
  const place = [person.organizationName, person.departmentName].filter(Boolean).join(' · ');
  return (
    <header className={classes.top}>
      {permissions.includes('people.manage') && (
        <nav aria-label={t`Breadcrumb`}>
          <Breadcrumbs
            separator={<IconChevronRight size={14} aria-hidden />}
            separatorMargin={4}
            classNames={{ breadcrumb: classes.crumb }}
          >
            <TextLink to="/users" size="sm">
              <Trans>Users & Roles</Trans>
            </TextLink>
            <Anchor component="span" size="sm" c="dimmed" underline="never" aria-current="page">
              {name}
            </Anchor>
          </Breadcrumbs>
        </nav>
      )}
      <Paper withBorder className={classes.header}>
        <UserAvatar
          firstName={person.firstName}
          lastName={person.lastName}
          imageUrl={person.profileImageUrl}
          size={72}
        />
        <div className={classes.who}>
          <div className={classes.nameRow}>
            <Title order={1}>{name}</Title>
            <RoleBadge role={person.role} />
            {person.isAway && <AwayBadge size="md" />}
            {person.displayStatus !== 'active' && <AccountBadge status={person.displayStatus} />}
          </div>
          <dl className={classes.facts}>
            <Fact icon={<IconMail size={16} aria-hidden />} name={t`Email`}>
              <Anchor href={`mailto:${person.email}`} size="sm">
                {person.email}
              </Anchor>
            </Fact>
            <Fact icon={<IconBriefcase size={16} aria-hidden />} name={t`Job Title`}>
              {shownJobTitle(person.jobTitle) ?? <Trans>Not specified</Trans>}
            </Fact>
            {place && (
              <Fact icon={<IconBuilding size={16} aria-hidden />} name={t`Organization`}>
                {place}
              </Fact>
            )}
            <Fact icon={<IconUserUp size={16} aria-hidden />} name={t`Manager`}>
              {manager ? (
                <>
                  {nameOf(manager)}
                  <Text span size="sm" c="dimmed">
                    {' · '}
                    {shownJobTitle(manager.jobTitle) ?? <Trans>Not specified</Trans>}
                  </Text>
                </>
              ) : (
                <Trans>No manager</Trans>
              )}
            </Fact>
          </dl>
        </div>
      </Paper>
    </header>
  );
}

function Fact({
  icon,
  name,
  children,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>
        {icon}
        <span>{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
