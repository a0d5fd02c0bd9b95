import { Alert, Button, Checkbox, Code, CopyButton, Modal, Select, Stack, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import {
  everyTokenScope,
  isScopeFor,
  lastTokenDay,
  type TokenScope,
} from '#shared/domain/access/token-scopes.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, validateBy, type FormValues } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { scopeLabels } from '#app/screens/tokens/token-labels.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface TokenValues extends FormValues {
  name: string;
  organizationId: string;
  scopes: string[];
  lastDay: string;
  reason: string;
}

const everyOrganization = 'all';
const usualDays = 90;

const idOf = (choice: string): number | null => (choice === everyOrganization ? null : Number(choice));

const bodyOf = ({ name, organizationId, scopes, lastDay, reason }: TokenValues) => ({
  name,
  organizationId: idOf(organizationId),
  scopes: scopes as TokenScope[],
  lastDay,
  reason,
});

/** Creates an API token and shows it once (OPS-06). */
export function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  return token === null ? (
    <TokenForm onClose={onClose} onMade={setToken} />
  ) : (
    <MadeToken token={token} onClose={onClose} />
  );
}

function TokenForm({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (token: string) => void;
}) {
  const { t, i18n } = useLingui();
  const today = useToday();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const create = useCommand(contract.create, {
    onSuccess: ({ token }) => {
      if (token === null) onClose();
      else onMade(token);
    },
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<TokenValues>({
    initialValues: {
      name: '',
      organizationId: everyOrganization,
      scopes: [],
      lastDay: addDays(today, usualDays),
      reason: '',
    },
    rules: (values) => (contract.create.body ? validateBy(contract.create.body)(bodyOf(values)) : {}),
    send: (values) => create.mutate({ body: bodyOf(values) }),
  });
  const organizationId = idOf(form.values.organizationId);
  const choose = (choice: string | null): void => {
    const chosen = choice ?? everyOrganization;
    form.setValues({
      organizationId: chosen,
      scopes: form.values.scopes.filter((scope) => isScopeFor(scope, idOf(chosen))),
    });
  };
  return (
    <FormDialog
      opened
      title={t`Create token`}
      submitLabel={<Trans>Create token</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending}
      changed={form.isDirty()}
      size="lg"
    >
      <TextInput
        label={t`Name`}
        description={t`The system that uses the token. The audit trail shows this name.`}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Select
        label={t`Organization`}
        withAsterisk
        searchable
        allowDeselect={false}
        data={[
          { value: everyOrganization, label: t`All organizations` },
          ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        nothingFoundMessage={<Trans>No organizations found</Trans>}
        {...form.getInputProps('organizationId')}
        onChange={choose}
      />
      <Checkbox.Group label={t`Permissions`} withAsterisk {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {everyTokenScope
            .filter((scope) => isScopeFor(scope, organizationId))
            .map((scope) => (
              <Checkbox key={scope} value={scope} label={i18n._(scopeLabels[scope])} />
            ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="date"
        label={t`Last day`}
        description={t`At most 12 months. Administrators get an email 14 days before.`}
        withAsterisk
        min={today}
        max={lastTokenDay(today)}
        {...form.getInputProps('lastDay')}
      />
      <ReasonInput withAsterisk maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={organizations.error ?? errorOutsideFields(create.error, form.values)} />
    </FormDialog>
  );
}

function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [kept, setKept] = useState(false);
  const leave = (): void => {
    if (kept) onClose();
  };
  return (
    <Modal opened onClose={leave} title={t`Your new token`} size="lg" withCloseButton={false}>
      <Stack gap="md">
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Trans>
            This token is shown only once. Store it where only the system that uses it can read it: whoever
            has it has its permissions.
          </Trans>
        </Alert>
        <Code block translate="no" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {token}
        </Code>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              style={{ alignSelf: 'flex-start' }}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
            </Button>
          )}
        </CopyButton>
        <Checkbox
          label={t`I have saved the token.`}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <DialogFooter>
          <Button onClick={onClose} disabled={!kept}>
            <Trans>Done</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
