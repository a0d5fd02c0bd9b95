import { Alert, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { plainLine } from '#shared/domain/text/plain-line.ts';
import { DoneButton } from '#app/features/people/PasswordField.tsx';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { useFormat } from '#app/lib/format.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

type Erasure = ResponseOf<typeof peopleContract.erase>;

const eraseFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Error`,
  text: msg`Failed to erase the personal data`,
  serverFirst: true,
};

/**
 * Erases the personal data of a person (USR-08). The dialog shows what is erased and what remains, requires name and reason, and
 * then lists the records that were kept.
 */
export function EraseDialog({
  person,
  onClose,
}: {
  readonly person: PersonRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [done, setDone] = useState<Erasure | null>(null);
  const name = nameOf(person);
  const erase = useCommand(peopleContract.erase, {
    failure: eraseFailed,
    onSuccess: setDone,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name: '', reason: '' },
    rules: (values) => ({
      ...(same(values.name, name) ? {} : { name: t`Type the name as it appears above` }),
      ...(values.reason.trim() === '' ? { reason: reasonText('reason_required') } : {}),
    }),
    send: ({ reason }) => erase.mutate({ params: { userId: person.id }, body: { reason } }),
  });
  if (done) return <Erased name={name} erasure={done} onClose={onClose} />;
  return (
    <FormDialog
      opened
      title={t`Erase the personal data of ${name}?`}
      submitLabel={<Trans>Erase personal data</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={erase.isPending}
      changed={form.isDirty()}
      size="lg"
      destructive
    >
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={<Trans>This cannot be undone</Trans>}
      >
        <EffectList>
          <EffectLine>
            <Trans>A pseudonym replaces name and email, including in the audit trail and in texts.</Trans>
          </EffectLine>
          <EffectLine>
            <Trans>
              The account is deactivated permanently, open sessions end, and the email cannot be reused.
            </Trans>
          </EffectLine>
          <EffectLine>
            <Trans>
              The person’s picture, settings, emails, notifications, links and unsigned CV versions are
              deleted.
            </Trans>
          </EffectLine>
        </EffectList>
      </Alert>
      <div>
        <Text size="sm" fw={600}>
          <Trans>What is kept</Trans>
        </Text>
        <Text size="sm" c="dimmed">
          <Trans>
            Training records, assignments and certificates stay under the pseudonym and can still be proven.
            Signatures keep their printed name, and signed CVs their file, until the retention period of the
            signed records ends.
          </Trans>
        </Text>
      </div>
      <TextInput
        label={t`Type ${name} to confirm`}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ReasonInput withAsterisk minRows={2} maxRows={5} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(erase.error, form.values)} />
    </FormDialog>
  );
}

const same = (one: string, other: string): boolean => plainLine(one) === plainLine(other);

function Erased({
  name,
  erasure,
  onClose,
}: {
  readonly name: string;
  readonly erasure: Erasure;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { pseudonym } = erasure;
  const events = number(erasure.redactedEvents);
  const kept = erasure.kept.filter(({ count }) => count > 0);
  return (
    <Modal opened onClose={onClose} title={t`The personal data of ${name} was erased`} size="lg">
      <Stack gap="md">
        <Alert color="teal" variant="light" icon={<IconCircleCheck aria-hidden />}>
          <Trans>
            This person is now shown as {pseudonym}. {events} entries of the audit trail were redacted.
          </Trans>
        </Alert>
        {kept.length > 0 && (
          <div>
            <Text size="sm" fw={600} mb={4}>
              <Trans>What is kept, and why</Trans>
            </Text>
            <EffectList>
              {kept.map(({ kind, count, why }) => (
                <EffectLine key={kind}>
                  <b className="tt-figures">{number(count)}</b> {reasonText(why)}
                </EffectLine>
              ))}
            </EffectList>
          </div>
        )}
        <DoneButton onClick={onClose} />
      </Stack>
    </Modal>
  );
}
