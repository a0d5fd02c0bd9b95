import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/settings/Settings.module.css';
import { SettingsCard } from '#app/screens/settings/SettingRow.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The person's place in the organization, read-only and real (SPEC §2.14): administrators change them in Users & Roles. */
export function OrganizationTab() {
  const { t, i18n } = useLingui();
  const user = useUser();
  const manager = useQuery(queryFor(peopleContract.ownManager));
  return (
    <SettingsCard label={t`Organization`}>
      <Load query={manager} skeleton={<LineSkeletons count={3} label={t`Loading organization...`} />}>
        {({ manager: lead }) => (
          <dl className={classes.facts}>
            <Fact name={<Trans>Organization</Trans>} value={user.organization?.name ?? null} />
            <Fact name={<Trans>Role</Trans>} value={i18n._(roleLabels[user.role])} />
            <Fact name={<Trans>Department</Trans>} value={user.departmentName} />
            <Fact name={<Trans>Manager</Trans>} value={lead && (fullName(lead) || lead.email)} />
            <Fact name={<Trans>Organization type</Trans>} value={user.organization?.type ?? null} />
            <Fact
              name={<Trans>Time zone of the organization</Trans>}
              value={user.organization?.timeZone ?? null}
            />
          </dl>
        )}
      </Load>
    </SettingsCard>
  );
}

function Fact({ name, value }: { readonly name: ReactNode; readonly value: ReactNode | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={value === null ? classes.none : undefined}>{value ?? <Trans>Not specified</Trans>}</dd>
    </div>
  );
}
