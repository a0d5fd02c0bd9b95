import { Anchor, Group, Paper, Progress, Skeleton, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { shownRate, type ReportOrganization } from '#app/screens/completion-report/report.ts';
import { Section } from '#app/ui/PageHeader.tsx';
import { CardGrid } from '#app/ui/StatCard.tsx';

/** Organization Summary of SPEC §2.12: a card each; choosing one narrows the report to it. */
export function OrganizationCards({
  organizations,
  onChoose,
}: {
  readonly organizations: readonly ReportOrganization[] | undefined;
  readonly onChoose: (org: string) => void;
}) {
  const { t } = useLingui();
  return (
    <Section title={t`Organization Summary`}>
      <CardGrid min={300}>
        {organizations === undefined
          ? [1, 2, 3].map((card) => <Skeleton key={card} height={170} radius="md" />)
          : organizations.map((organization) => (
              <OrganizationCard
                key={organization.orgId ?? 'none'}
                organization={organization}
                onChoose={onChoose}
              />
            ))}
      </CardGrid>
    </Section>
  );
}

function OrganizationCard({
  organization,
  onChoose,
}: {
  readonly organization: ReportOrganization;
  readonly onChoose: (org: string) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { orgId, totalAssignments, overallCompletionRate, averageCompletionTime } = organization;
  const name = organization.orgName ?? t`No organization`;
  const rate = shownRate(overallCompletionRate, totalAssignments);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="start" wrap="nowrap" mb="xs">
        <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {orgId === null ? (
            name
          ) : (
            <Anchor
              component="button"
              type="button"
              inherit
              underline="hover"
              ta="start"
              onClick={() => onChoose(String(orgId))}
            >
              {name}
            </Anchor>
          )}
        </Title>
        <TierBadge rate={rate} surface="completion_report" size="sm" />
      </Group>
      <Group justify="space-between" mb={4}>
        <Text size="sm" c="dimmed">
          <Trans>
            {organization.completedAssignments} of {totalAssignments} completed
          </Trans>
        </Text>
        <Text size="sm" fw={600} className="tt-figures">
          {rate === null ? '–' : format.percent(rate, 1)}
        </Text>
      </Group>
      <Progress value={rate ?? 0} size="sm" aria-label={t`Completion rate of ${name}`} />
      <Group gap="lg" mt="sm">
        <Figure label={<Trans>Active Users</Trans>}>
          {organization.activeUsers} / {organization.totalUsers}
        </Figure>
        <Figure label={<Trans>Overdue</Trans>}>{organization.overdueAssignments}</Figure>
        <Figure label={<Trans>Average Completion Time</Trans>}>
          {averageCompletionTime === null ? (
            '–'
          ) : (
            <Plural value={averageCompletionTime} one="# day" other="# days" />
          )}
        </Figure>
      </Group>
    </Paper>
  );
}

function Figure({
  label,
  children,
}: {
  readonly label: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" fw={600} className="tt-figures">
        {children}
      </Text>
    </div>
  );
}
