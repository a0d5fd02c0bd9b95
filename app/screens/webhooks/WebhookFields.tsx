import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { webhookEventNames, type WebhookEvent } from '#shared/domain/webhooks/events.ts';
import type { AppForm, FormValues } from '#app/lib/forms.ts';
import { eventLabels } from '#app/screens/webhooks/webhook-labels.ts';

/** The fields of a webhook. */
export interface WebhookValues extends FormValues {
  name: string;
  address: string;
  events: WebhookEvent[];
}

/** Name, address and events: the fields common to creating and changing a webhook (OPS-06). */
export function WebhookFields<Values extends WebhookValues>({ form }: Pick<AppForm<Values>, 'form'>) {
  const { t, i18n } = useLingui();
  return (
    <>
      <TextInput
        label={t`Name`}
        placeholder={t`For example, the name of the other system`}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="url"
        label={t`Address`}
        description={t`The address of the receiver, starting with https://. Everyone who can see the audit trail can see it.`}
        withAsterisk
        maxLength={500}
        {...form.getInputProps('address')}
      />
      <Checkbox.Group
        label={t`Events`}
        description={t`Events contain ids, and no names or email addresses.`}
        withAsterisk
        {...form.getInputProps('events')}
      >
        <Stack gap="xs" mt="xs">
          {webhookEventNames.map((event) => (
            <Checkbox key={event} value={event} label={i18n._(eventLabels[event])} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
