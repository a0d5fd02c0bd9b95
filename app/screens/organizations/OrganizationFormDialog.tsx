import { Alert, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { changesOnly } from '#app/lib/three-way.ts';
import { newerIn, useNewer } from '#app/lib/use-newer.ts';
import { useCommand } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { AdvancedFields } from '#app/screens/organizations/AdvancedFields.tsx';
import { changesBetween, type OrganizationLabels } from '#app/screens/organizations/changes-between.tsx';
import {
  advancedFields,
  bodyOf,
  newOrganization,
  refusals,
  valuesOf,
  type OrganizationValues,
} from '#app/screens/organizations/organization-form.ts';
import { type OrganizationRow } from '#app/screens/organizations/organizations.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

/** Add Organization and Edit Organization (SPEC §2.11, §5; ORG-01, ORG-04). */
export function OrganizationFormDialog({
  organization,
  onClose,
}: {
  readonly organization: OrganizationRow | null;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { base, newer, setNewer, goOn } = useNewer(organization, valuesOf);
  const [failure, setFailure] = useState<string | null>(null);
  const [advanced, setAdvanced] = useState(false);
  const labels = useLabels();
  const failed = (error: ApiError): boolean => {
    const current = newerIn<OrganizationRow>(error);
    if (current) {
      setNewer(current);
      return true;
    }
    if (error.errors.some(({ path }) => advancedFields.includes(path))) setAdvanced(true);
    if (showErrors(error)) return true;
    setFailure(explain(error));
    return false;
  };
  const options = { onSuccess: onClose, onError: failed };
  const create = useCommand(organizationsContract.create, {
    ...options,
    success: messages.organizationCreated,
    failure: messages.organizationCreateFailed,
  });
  const update = useCommand(organizationsContract.update, {
    ...options,
    success: messages.organizationUpdated,
    failure: messages.organizationUpdateFailed,
  });
  const { form, submit, showErrors } = useAppForm<OrganizationValues>({
    initialValues: organization ? valuesOf(organization) : newOrganization,
    rules: (values) => {
      const errors = refusals(values, organization !== null);
      if (Object.keys(errors).some((path) => advancedFields.includes(path))) setAdvanced(true);
      return errors;
    },
    send: (values) => {
      setFailure(null);
      if (!base) return create.mutate({ body: bodyOf(values) });
      return update.mutate({
        params: { id: base.id },
        body: changesOnly(bodyOf(valuesOf(base)), bodyOf(values)),
        ifMatch: `"${String(base.revision)}"`,
      });
    },
  });
  return (
    <FormDialog
      opened
      title={organization ? t`Edit Organization` : t`Add Organization`}
      submitLabel={organization ? <Trans>Save</Trans> : <Trans>Create Organization</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending || update.isPending}
      blocked={newer !== null}
      changed={form.isDirty()}
    >
      {newer && base && (
        <StaleNotice
          changes={changesBetween(labels, base, newer, form.values)}
          onTakeNewer={() => form.setValues(goOn(form.values, true))}
          onKeepMine={() => form.setValues(goOn(form.values, false))}
        />
      )}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <TextInput
        label={labels.name}
        withAsterisk
        data-autofocus
        maxLength={200}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <TextInput label={labels.type} withAsterisk {...form.getInputProps('type')} key={form.key('type')} />
      <Textarea
        label={labels.description}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      <AdvancedFields form={form} labels={labels} opened={advanced} onToggle={() => setAdvanced(!advanced)} />
    </FormDialog>
  );
}

/** Returns the labels of the fields, for their inputs and for another person's changes. */
function useLabels(): OrganizationLabels {
  const { t } = useLingui();
  return {
    name: t`Organization name`,
    type: t`Organization type`,
    description: t`Description`,
    slug: t`Slug`,
    timeZone: t`Time zone`,
    titlePattern: t`Title pattern`,
    maxSessionTimeout: t`Longest session timeout (minutes)`,
    showOnLanding: t`Show its name on the landing page`,
    inviteNewAccounts: t`Email an invitation to new accounts`,
    returnDays: t`Days after return`,
    isActive: t`Active`,
  };
}
