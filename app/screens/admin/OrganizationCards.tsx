import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuilding } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { dashboardContract } from '#shared/contract/dashboard.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/admin/Admin.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink, TextLink } from '#app/ui/links.tsx';
import { CardGrid } from '#app/ui/StatCard.tsx';

type Organization = ResponseOf<typeof dashboardContract.organizations>[number];

/** One card per organization (SPEC §2.4): badge, four figures, Department Breakdown. */
export function OrganizationCards({ organizations }: { readonly organizations: readonly Organization[] }) {
  if (organizations.length === 0) {
    return (
      <EmptyState
        icon={IconBuilding}
        title={<Trans>No organizations found</Trans>}
        hint={<Trans>Organizations appear here with their figures.</Trans>}
        action={
          <ButtonLink to="/organizations">
            <Trans>Add Organization</Trans>
          </ButtonLink>
        }
      />
    );
  }
  return (
    <CardGrid min={290}>
      {organizations.map((organization) => (
        <OrganizationCard key={organization.orgId ?? 'none'} organization={organization} />
      ))}
    </CardGrid>
  );
}

function OrganizationCard({ organization }: { readonly organization: Organization }) {
  const { t } = useLingui();
  const format = useFormat();
  const { orgId, complianceStatus, overallCompletionRate, departments } = organization;
  const name = organization.orgName ?? t`No organization`;
  const rate = complianceStatus === null ? null : overallCompletionRate;
  const of = orgId === null ? 'none' : String(orgId);
  const list = (people: string, shown: string, label: (count: string) => string) => (
    <TextLink to="/compliance" search={{ people, of }} hash="people" aria-label={label(shown)} inherit>
      {shown}
    </TextLink>
  );
  const all = format.number(organization.totalUsers);
  const pending = format.number(organization.pendingUsers);
  // The card above counts trainings; this one counts people, and its label must show that.
  const overdue = t`${plural(organization.overdueCount, { one: '# person', other: '# people' })}`;
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Group justify="space-between" align="start" gap="xs" mb="sm">
        <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <TierBadge figure="completion" rate={rate} size="sm" />
      </Group>
      <dl className={classes.figures}>
        <Figure label={<Trans>Total Users</Trans>}>
          {list('all', all, (count) => t`All people of ${name}: ${count}`)}
        </Figure>
        <Figure label={<Trans>Users Pending Training</Trans>}>
          {list('pending', pending, (count) => t`Pending people of ${name}: ${count}`)}
        </Figure>
        <Figure label={<Trans>Completion Rate</Trans>}>
          {rate === null ? (
            '–'
          ) : (
            <TextLink
              to="/reports/completion"
              search={{ org: of }}
              aria-label={t`Completion rate of ${name}: ${format.percent(rate, 1)}`}
              inherit
            >
              {format.percent(rate, 1)}
            </TextLink>
          )}
        </Figure>
        <Figure label={<Trans>Overdue</Trans>}>
          {list('overdue', overdue, (count) => t`Overdue people of ${name}: ${count}`)}
        </Figure>
      </dl>
      {departments.length > 0 && (
        <>
          <Text size="sm" fw={550}>
            <Trans>Department Breakdown</Trans>
          </Text>
          <ul className={classes.departments}>
            {departments.map((department) => (
              <DepartmentLine key={department.deptId ?? 'none'} of={of} department={department} />
            ))}
          </ul>
        </>
      )}
    </Paper>
  );
}

function Figure({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" className="tt-figures">
        {children}
      </Text>
    </div>
  );
}

function DepartmentLine({
  of,
  department,
}: {
  /** The organization as written in an address. */
  readonly of: string;
  readonly department: Organization['departments'][number];
}) {
  const { t } = useLingui();
  const format = useFormat();
  const name = department.deptName ?? t`No department`;
  const rate = department.complianceStatus === null ? null : department.completionRate;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" className="tt-figures" c={rate === null ? 'dimmed' : undefined}>
          {rate === null ? (
            <Trans>No data</Trans>
          ) : (
            <TextLink
              to="/reports/completion"
              search={{ org: of, dept: String(department.deptId ?? 'none') }}
              aria-label={t`Completion rate of ${name}: ${format.percent(rate, 1)}`}
              inherit
            >
              {format.percent(rate, 1)}
            </TextLink>
          )}
        </Text>
      </Group>
      <Progress value={rate ?? 0} size="sm" mt={2} aria-label={t`Completion rate of ${name}`} />
    </li>
  );
}
