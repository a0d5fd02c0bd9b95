import { Group } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useUser } from '#app/lib/session.ts';
import { ButtonLink } from '#app/ui/links.tsx';

/** The quick links of SPEC §2.12 to the sources of the report's figures, as far as the person may open them. */
export function QuickLinks() {
  const { t } = useLingui();
  const { permissions } = useUser();
  const may = (permission: (typeof permissions)[number]) => permissions.includes(permission);
  return (
    <Group gap="xs" component="nav" aria-label={t`Quick links`}>
      {may('dashboard.view') && (
        <ButtonLink to="/compliance" variant="default" size="xs">
          <Trans>Compliance Dashboard</Trans>
        </ButtonLink>
      )}
      <ButtonLink to="/training-matrix/grid" variant="default" size="xs">
        <Trans>Training Grid</Trans>
      </ButtonLink>
      <ButtonLink to="/reports/export" variant="default" size="xs">
        <Trans>Export Data</Trans>
      </ButtonLink>
      {may('people.manage') && (
        <ButtonLink to="/users" variant="default" size="xs">
          <Trans>Users & Roles</Trans>
        </ButtonLink>
      )}
      {may('modules.manage') && (
        <ButtonLink to="/training-modules" variant="default" size="xs">
          <Trans>Training Modules</Trans>
        </ButtonLink>
      )}
      {may('matrices.manage') && (
        <ButtonLink to="/training-matrix" variant="default" size="xs">
          <Trans>Training Matrix</Trans>
        </ButtonLink>
      )}
    </Group>
  );
}
