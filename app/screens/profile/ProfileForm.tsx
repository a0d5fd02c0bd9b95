import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { profileChange } from '#shared/contract/people-schemas.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { trainingCategories } from '#shared/domain/people/training-categories.ts';
import { useAppForm, type FormValues } from '#app/lib/forms.ts';
import { changedKeys, changesOnly } from '#app/lib/three-way.ts';
import { newerIn, useNewer } from '#app/lib/use-newer.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';
import { useProfileSaved } from '#app/screens/profile/use-profile-saved.ts';
import { LeaveGuard } from '#app/ui/LeaveGuard.tsx';
import { StaleNotice, type StaleChange } from '#app/ui/StaleNotice.tsx';

interface ProfileValues extends FormValues {
  preferredName: string;
  firstName: string;
  lastName: string;
  email: string;
  jobTitle: string;
}

const valuesOf = ({
  firstName,
  lastName,
  preferredName,
  email,
  pendingEmail,
  jobTitle,
}: ProfileData): ProfileValues => ({
  preferredName: preferredName ?? '',
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email: pendingEmail ?? email,
  jobTitle: jobTitle ?? '',
});

/** The form of the person's own profile (SPEC §5, AUTH-16); the Training Category is hidden for administrators. */
export function ProfileForm({
  profile,
  onDone,
}: {
  readonly profile: ProfileData;
  readonly onDone: () => void;
}) {
  const { t } = useLingui();
  const saved = useProfileSaved();
  const { base, newer, setNewer, goOn } = useNewer(profile, valuesOf);
  const admin = profile.role === 'admin';
  const sent = useRef<readonly string[]>([]);
  const save = useCommand(peopleContract.updateProfile, {
    success: (answer) => {
      const { nameRequest } = answer;
      const requested = nameRequest?.decision === null && nameRequest.id !== profile.nameRequest?.id;
      if (!requested) return messages.profileUpdated;
      const onlyName = sent.current.every((field) => field === 'firstName' || field === 'lastName');
      return onlyName ? messages.nameRequested : messages.profileUpdatedNameRequested;
    },
    failure: messages.profileUpdateFailed,
    onSuccess: async (answer) => {
      await saved(answer);
      onDone();
    },
    onError: (error) => {
      const current = newerIn<ProfileData>(error);
      if (!current) return showErrors(error);
      setNewer(current);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<ProfileValues>({
    initialValues: valuesOf(profile),
    rules: profileChange,
    send: (values) => {
      const { jobTitle, ...changed } = changesOnly(valuesOf(base), values);
      const body = { ...changed, ...(admin || jobTitle === undefined ? {} : { jobTitle: jobTitle || null }) };
      if (Object.keys(body).length === 0) return onDone();
      sent.current = Object.keys(body);
      save.mutate({ body, ifMatch: `"${String(base.revision)}"` });
    },
  });
  const changes = (): readonly StaleChange[] => {
    if (!newer) return [];
    const labels = {
      preferredName: t`Preferred name`,
      firstName: t`First Name`,
      lastName: t`Last Name`,
      email: t`Email`,
      jobTitle: t`Training Category`,
    };
    const [before, after] = [valuesOf(base), valuesOf(newer)];
    const mine = changedKeys(before, form.values);
    return (Object.keys(labels) as (keyof typeof labels)[])
      .filter((field) => before[field] !== after[field])
      .map((field) => ({
        label: labels[field],
        before: before[field],
        after: after[field],
        ...(mine.includes(field) ? { mine: form.values[field] } : {}),
      }));
  };
  const { jobTitle } = form.values;
  const titles: readonly string[] = trainingCategories;
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard when={form.isDirty()} saving={save.isPending} />
      <Stack gap="md">
        {newer && (
          <StaleNotice
            changes={changes()}
            onTakeNewer={() => form.setValues(goOn(form.values, true))}
            onKeepMine={() => form.setValues(goOn(form.values, false))}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t`First Name`}
            autoComplete="given-name"
            withAsterisk
            {...form.getInputProps('firstName')}
            key={form.key('firstName')}
          />
          <TextInput
            label={t`Last Name`}
            autoComplete="family-name"
            withAsterisk
            {...form.getInputProps('lastName')}
            key={form.key('lastName')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          <Trans>
            This name appears on signatures, certificates and documents. HR or an administrator must approve
            changes to it.
          </Trans>
        </Text>
        <TextInput
          label={t`Preferred name`}
          description={t`Used in greetings instead of your printed name.`}
          autoComplete="nickname"
          maxLength={100}
          {...form.getInputProps('preferredName')}
          key={form.key('preferredName')}
        />
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="email"
          withAsterisk
          description={t`A new address takes effect once you open the link that we send there.`}
          {...form.getInputProps('email')}
          key={form.key('email')}
        />
        {!admin && (
          <Select
            label={t`Training Category`}
            description={t`A change does not remove any training. Your manager and the administrators are notified.`}
            placeholder={t`Not specified`}
            clearable
            data={jobTitle === '' || titles.includes(jobTitle) ? titles : [jobTitle, ...titles]}
            {...form.getInputProps('jobTitle')}
            value={jobTitle || null}
            onChange={(title) => form.setFieldValue('jobTitle', title ?? '')}
            key={form.key('jobTitle')}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={save.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={newer !== null}>
            <Trans>Save Changes</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
