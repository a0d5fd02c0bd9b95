import { Alert, Select, Text, Textarea, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { announcementText, outboxContract } from '#shared/contract/outbox.ts';
import { announcementAudiences } from '#shared/domain/notifications/outbox.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The fields that people type; the two choices are always right. */
const refusals = validateBy<{ subject: string; message: string }>(announcementText);

/** An announcement of an administrator to people who want announcements (NOT-02); shows their number first. */
export function AnnounceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
  );
  const announce = useCommand(outboxContract.announce, {
    success: messages.announcementSent,
    onSuccess: onClose,
    onError: (error) => showErrors(error) || true,
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { subject: '', message: '', audience: 'everyone', organizationId: '' },
    rules: ({ subject, message }) => refusals({ subject, message }),
    send: ({ subject, message, audience, organizationId }) =>
      announce.mutate({
        body: {
          subject,
          message,
          audience: audienceOf(audience),
          organizationId: organizationId === '' ? null : Number(organizationId),
        },
      }),
  });
  const { audience, organizationId } = form.values;
  const recipients = useQuery({
    ...queryFor(outboxContract.recipients, {
      query: { audience: audienceOf(audience), ...(organizationId && { organizationId }) },
    }),
    staleTime: 0,
  });
  return (
    <FormDialog
      opened
      title={t`New announcement`}
      submitLabel={<Trans>Send announcement</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={announce.isPending}
      changed={form.isDirty()}
      blocked={recipients.data?.reached === 0}
    >
      <Select
        label={t`For`}
        allowDeselect={false}
        data={[
          { value: 'everyone', label: t`Everyone` },
          { value: 'managers', label: t`Managers and administrators` },
          { value: 'admins', label: t`Administrators` },
        ]}
        {...form.getInputProps('audience')}
        key={form.key('audience')}
      />
      <Select
        label={t`Organization`}
        searchable
        allowDeselect={false}
        data={[
          { value: '', label: t`All organizations` },
          ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        error={organizations.error ? t`The organizations could not be loaded.` : undefined}
        value={organizationId}
        onChange={(next) => form.setFieldValue('organizationId', next ?? '')}
      />
      <TextInput
        label={t`Subject`}
        withAsterisk
        maxLength={150}
        data-autofocus
        {...form.getInputProps('subject')}
        key={form.key('subject')}
      />
      <Textarea
        label={t`Message`}
        description={t`Plain text, sent as written. It is not translated.`}
        withAsterisk
        autosize
        minRows={5}
        maxRows={14}
        maxLength={5000}
        {...form.getInputProps('message')}
        key={form.key('message')}
      />
      <Load query={recipients} skeleton={<LineSkeletons count={1} label={t`Counting people...`} />}>
        {({ reached, all }) => (
          <Alert variant="light" color="teal" icon={<IconUsers aria-hidden />}>
            <Text size="sm" fw={600}>
              <Plural value={reached} one="# person gets this email." other="# people get this email." />
            </Text>
            <Text size="sm">
              <Trans>
                Of {all} recipients. The others have not turned on announcements in their settings.
              </Trans>
            </Text>
          </Alert>
        )}
      </Load>
      <MailNotice />
      <DialogError error={errorOutsideFields(announce.error, form.values)} />
    </FormDialog>
  );
}

const audienceOf = (text: string) => announcementAudiences.find((one) => one === text) ?? 'everyone';
