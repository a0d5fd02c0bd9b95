import { Anchor, Group, Paper, Progress, Skeleton, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { shownRate, type ReportOrganization } from '#app/features/completion-report/report.ts';
import { TextLink } from '#app/ui/links.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { CardGrid } from '#app/ui/StatCard.tsx';

/** Organization Summary of SPEC §2.12: one card per organization; choosing one filters the report by it. */
export function OrganizationCards({
  organizations,
  path,
  filter,
  onChoose,
}: {
  readonly organizations: readonly ReportOrganization[] | undefined;
  /** The page that shows the cards: figures link to the people of the organization below. */
  readonly path: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly onChoose: (org: string) => void;
}) {
  const { t } = useLingui();
  return (
    <Section title={t`Organization Summary`}>
      {organizations?.length === 0 && <Text c="dimmed">{t`No organization has people in this report.`}</Text>}
      <CardGrid min={300}>
        {organizations === undefined
          ? [1, 2, 3].map((card) => <Skeleton key={card} height={170} radius="md" />)
          : organizations.map((organization) => (
              <OrganizationCard
                key={organization.orgId ?? 'none'}
                organization={organization}
                path={path}
                filter={filter}
                onChoose={onChoose}
              />
            ))}
      </CardGrid>
    </Section>
  );
}

function OrganizationCard({
  organization,
  path,
  filter,
  onChoose,
}: {
  readonly organization: ReportOrganization;
  readonly path: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly onChoose: (org: string) => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { overallCompletionRate, averageCompletionTime } = organization;
  const name = organization.orgName ?? t`No organization`;
  const rate = shownRate(overallCompletionRate, organization.totalAssignments);
  const of = String(organization.orgId ?? 'none');
  const totalAssignments = format.number(organization.totalAssignments);
  const active = `${format.number(organization.activeUsers)} / ${format.number(organization.totalUsers)}`;
  const overdue = format.number(organization.overdueAssignments);
  const expired = format.number(organization.expiredAssignments);
  const people = (sort: string, label: string | undefined, content: ReactNode) => (
    <TextLink
      to={path}
      search={{ ...filter, org: of, ...(sort && { sort }) }}
      hash="people"
      aria-label={label}
      inherit
    >
      {content}
    </TextLink>
  );
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Group justify="space-between" align="start" gap="xs" mb="xs">
        <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
          <Anchor
            component="button"
            type="button"
            inherit
            underline="hover"
            ta="start"
            onClick={() => onChoose(of)}
          >
            {name}
          </Anchor>
        </Title>
        <TierBadge figure="completion" rate={rate} size="sm" />
      </Group>
      <Group justify="space-between" mb={4}>
        <Text size="sm" c="dimmed">
          {people(
            '',
            undefined,
            <Trans>
              {format.number(organization.completedAssignments)} of {totalAssignments} completed
            </Trans>,
          )}
        </Text>
        <Text size="sm" fw={600} className="tt-figures">
          {rate === null
            ? '–'
            : people(
                'completionRate',
                t`Completion rate of ${name}: ${format.percent(rate, 1)}`,
                format.percent(rate, 1),
              )}
        </Text>
      </Group>
      <Progress value={rate ?? 0} size="sm" aria-label={t`Completion rate of ${name}`} />
      <Group gap="lg" mt="sm" style={{ rowGap: 8 }}>
        <Figure label={<Trans>Active Users</Trans>}>
          {people('', t`Active users of ${name}: ${active}`, active)}
        </Figure>
        <Figure label={<Trans>Overdue</Trans>}>
          {people('-overdue', t`Overdue assignments of ${name}: ${overdue}`, overdue)}
        </Figure>
        <Figure label={<Trans>Expired</Trans>}>
          {people('-expired', t`Expired assignments of ${name}: ${expired}`, expired)}
        </Figure>
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

function Figure({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
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
