import { Alert, Button, FileButton, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle, IconTrash, IconUpload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast } from '#app/lib/toasts.ts';
import { upload } from '#app/lib/upload.ts';
import { preparePicture } from '#app/screens/profile/prepare-picture.ts';
import classes from '#app/screens/profile/Profile.module.css';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';
import { useProfileSaved } from '#app/screens/profile/use-profile-saved.ts';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** Picture or initials with upload and removal (USR-02), next to name and role. */
export function PictureCard({ profile }: { readonly profile: ProfileData }) {
  const { t, i18n } = useLingui();
  const saved = useProfileSaved();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState<'upload' | 'remove' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const change = async (what: 'upload' | 'remove', work: () => Promise<ProfileData>): Promise<void> => {
    setBusy(what);
    setFailure(null);
    try {
      await saved(await work());
      await invalidate(ownAccountContract.setPicture);
      showToast(what === 'upload' ? messages.pictureUpdated : messages.pictureRemoved);
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, t`The picture could not be saved.`);
      if (isUnauthorized(known)) return;
      setFailure(explain(known));
      showToast(messages.profileUpdateFailed);
    } finally {
      setBusy(null);
    }
  };
  const choose = (file: File | null) => {
    if (!file) return;
    // The same file can be chosen again, for instance after it was refused.
    reset.current?.();
    void change('upload', async () =>
      upload(ownAccountContract.setPicture, {
        files: [{ name: 'file', file: await preparePicture(file) }],
      }),
    );
  };
  const name = fullName(profile) || profile.email;
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={t`Picture`}>
      <div className={classes.person}>
        <UserAvatar
          firstName={profile.firstName}
          lastName={profile.lastName}
          imageUrl={profile.profileImageUrl}
          size={88}
        />
        <div className={classes.personWords}>
          <Text fw={650} fz="xl" lh={1.3}>
            {name}
          </Text>
          <Text c="dimmed" size="sm">
            {profile.role === 'admin' ? (
              <Trans>System Administrator</Trans>
            ) : (
              i18n._(roleLabels[profile.role])
            )}
            {profile.organizationName && ` · ${profile.organizationName}`}
          </Text>
          <Group gap="xs" mt="sm">
            <FileButton onChange={choose} accept="image/png,image/jpeg,image/gif,image/webp" resetRef={reset}>
              {(props) => (
                <Button
                  {...props}
                  size="xs"
                  variant="default"
                  leftSection={<IconUpload size={15} aria-hidden />}
                  loading={busy === 'upload'}
                  disabled={busy === 'remove'}
                >
                  {profile.profileImageUrl ? <Trans>Change picture</Trans> : <Trans>Upload picture</Trans>}
                </Button>
              )}
            </FileButton>
            {profile.profileImageUrl && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={15} aria-hidden />}
                loading={busy === 'remove'}
                disabled={busy === 'upload'}
                onClick={() => void change('remove', () => call(ownAccountContract.removePicture))}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" mt={8}>
            <Trans>JPG, PNG, GIF or WebP. Visible to people who can see your training.</Trans>
          </Text>
        </div>
      </div>
      {failure && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {failure}
        </Alert>
      )}
    </Paper>
  );
}
