import { Text } from '@mantine/core';
import { IconBuilding, IconId, IconShieldStar } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { AccountBadge } from '#app/features/people/AccountBadge.tsx';
import { grantLabels } from '#app/features/people/grant-labels.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { useUser } from '#app/lib/session.ts';
import { Facts, ProfileCard } from '#app/screens/profile/ProfileCard.tsx';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** Organization and role, or for administrators the system role (SPEC §2.14). */
export function PlaceCard({ profile }: { readonly profile: ProfileData }) {
  const { i18n } = useLingui();
  const { grants } = useUser();
  if (profile.role === 'admin') {
    return (
      <ProfileCard title={<Trans>System Role</Trans>} icon={IconShieldStar}>
        <div>
          <ToneBadge tone="teal" icon={IconShieldStar}>
            <Trans>System Administrator</Trans>
          </ToneBadge>
          <Text size="sm" c="dimmed" mt="sm">
            <Trans>You manage all people, organizations, trainings and reports.</Trans>
          </Text>
        </div>
      </ProfileCard>
    );
  }
  return (
    <ProfileCard title={<Trans>Organization and Role</Trans>} icon={IconBuilding}>
      <Facts
        rows={[
          [<Trans key="organization">Organization</Trans>, profile.organizationName],
          [<Trans key="department">Department</Trans>, profile.departmentName],
          [<Trans key="role">Role</Trans>, i18n._(roleLabels[profile.role])],
          [<Trans key="manager">Manager</Trans>, profile.managerName],
          ...grants.map(
            ({ kind, organizationName }) => [i18n._(grantLabels[kind]), organizationName] as const,
          ),
        ]}
      />
    </ProfileCard>
  );
}

/** Member Since and Account Status (SPEC §2.14). */
export function AccountCard({ profile }: { readonly profile: ProfileData }) {
  return (
    <ProfileCard title={<Trans>Account Information</Trans>} icon={IconId}>
      <Facts
        rows={[
          [<Trans key="since">Member Since</Trans>, <Moment key="day" value={profile.createdAt} />],
          [
            <Trans key="status">Account Status</Trans>,
            <AccountBadge key="badge" status={profile.displayStatus} size="sm" />,
          ],
        ]}
      />
    </ProfileCard>
  );
}
