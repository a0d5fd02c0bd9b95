import { Select, Switch } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { SecretDialog } from '#app/screens/webhooks/SecretDialog.tsx';
import { WebhookFields, type WebhookValues } from '#app/screens/webhooks/WebhookFields.tsx';
import { saved, type WebhookView } from '#app/screens/webhooks/webhook-labels.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface CreateValues extends WebhookValues {
  organizationId: string | null;
}

const creation = (values: CreateValues) => ({
  name: values.name,
  address: values.address,
  events: values.events,
  organizationId: values.organizationId === null ? null : Number(values.organizationId),
});

/** Creates a webhook and shows its secret once (OPS-06). */
export function CreateWebhook({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [made, setMade] = useState<{ readonly id: number; readonly secret: string } | null>(null);
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const create = useCommand(contract.create, {
    onSuccess: (answer) => setMade(answer),
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<CreateValues>({
    initialValues: { name: '', address: '', events: [], organizationId: null },
    rules: (values) => (contract.create.body ? validateBy(contract.create.body)(creation(values)) : {}),
    send: (values) => create.mutate({ body: creation(values) }),
  });
  if (made)
    return (
      <SecretDialog
        secret={made.secret}
        onClose={() => {
          onClose();
          void navigate({ to: `/webhooks/${String(made.id)}` });
        }}
      />
    );
  return (
    <FormDialog
      opened
      title={t`Create webhook`}
      submitLabel={<Trans>Create webhook</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending}
      changed={form.isDirty()}
      size="lg"
    >
      <WebhookFields form={form} />
      <Select
        label={t`Organization`}
        description={t`Only events of this organization are sent. It cannot be changed later.`}
        placeholder={t`All organizations`}
        clearable
        searchable
        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={<Trans>No organizations found</Trans>}
        {...form.getInputProps('organizationId')}
      />
      <DialogError error={organizations.error ?? errorOutsideFields(create.error, form.values)} />
    </FormDialog>
  );
}

interface ChangeValues extends WebhookValues {
  isActive: boolean;
  reason: string;
}

/** Changes a webhook, or turns it off or on, with a reason (OPS-06). */
export function ChangeWebhook({
  webhook: { id, name, address, events, isActive },
  onClose,
}: {
  readonly webhook: WebhookView;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const change = useCommand(contract.change, {
    success: saved,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<ChangeValues>({
    initialValues: { name, address, events, isActive, reason: '' },
    rules: (values) => (contract.change.body ? validateBy(contract.change.body)(values) : {}),
    send: (values) => change.mutate({ params: { id }, body: values }),
  });
  return (
    <FormDialog
      opened
      title={t`Change webhook`}
      submitLabel={<Trans>Save changes</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={change.isPending}
      changed={form.isDirty()}
      size="lg"
    >
      <Switch
        label={t`Send events`}
        description={t`While this is off, new events are not stored for this webhook.`}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      <WebhookFields form={form} />
      <ReasonInput withAsterisk maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(change.error, form.values)} />
    </FormDialog>
  );
}
