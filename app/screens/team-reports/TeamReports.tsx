import { Group } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { ReportPage } from '#app/features/completion-report/ReportPage.tsx';
import { ButtonLink } from '#app/ui/links.tsx';

/** The completion report of all people who report to the manager, with its exports (MGR-03). */
export function TeamReports() {
  const { t } = useLingui();
  return (
    <ReportPage
      path="/team-reports"
      title={t`Team Reports`}
      subtitle={t`Completed trainings of your direct and indirect reports`}
      group={t`Management`}
      team
      links={
        <Group gap="xs" component="nav" aria-label={t`Quick links`}>
          <ButtonLink to="/manager" variant="default" size="xs">
            <Trans>Manager Dashboard</Trans>
          </ButtonLink>
          <ButtonLink to="/team" variant="default" size="xs">
            <Trans>My Team</Trans>
          </ButtonLink>
          <ButtonLink to="/training-matrix/grid" variant="default" size="xs">
            <Trans>Training Grid</Trans>
          </ButtonLink>
          <ButtonLink to="/reports/export" variant="default" size="xs">
            <Trans>Export Data</Trans>
          </ButtonLink>
        </Group>
      }
    />
  );
}
