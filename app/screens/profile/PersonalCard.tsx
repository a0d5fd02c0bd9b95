import { Button } from '@mantine/core';
import { IconPencil, IconUser } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import { NameRequest } from '#app/screens/profile/NameRequest.tsx';
import { PendingEmail } from '#app/screens/profile/PendingEmail.tsx';
import { Facts, ProfileCard } from '#app/screens/profile/ProfileCard.tsx';
import { ProfileForm } from '#app/screens/profile/ProfileForm.tsx';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';

/** Personal information: read it, or edit it in its place (SPEC §2.14; AUTH-16). */
export function PersonalCard({ profile }: { readonly profile: ProfileData }) {
  const [editing, setEditing] = useState(false);
  const { firstName, lastName, email, jobTitle, role } = profile;
  return (
    <ProfileCard
      title={<Trans>Personal Information</Trans>}
      icon={IconUser}
      actions={
        !editing && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            <Trans>Edit Profile</Trans>
          </Button>
        )
      }
    >
      {profile.pendingEmail !== null && <PendingEmail profile={profile} pending={profile.pendingEmail} />}
      {profile.nameRequest && <NameRequest request={profile.nameRequest} />}
      {editing ? (
        <ProfileForm profile={profile} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          rows={[
            [<Trans key="first">First Name</Trans>, firstName],
            [<Trans key="last">Last Name</Trans>, lastName],
            ...(profile.preferredName === null
              ? []
              : ([[<Trans key="preferred">Preferred name</Trans>, profile.preferredName]] as const)),
            [<Trans key="email">Email</Trans>, email],
            ...(role === 'admin'
              ? []
              : ([[<Trans key="title">Training Category</Trans>, shownJobTitle(jobTitle)]] as const)),
          ]}
        />
      )}
    </ProfileCard>
  );
}
