import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { asSeen } from '#app/features/hr/seen.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { changedKeys, changesOnly } from '#app/lib/three-way.ts';
import { newerIn, useNewer } from '#app/lib/use-newer.ts';
import { type Registration } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import {
  bodyOf,
  refusals,
  valuesOf,
  type RegistrationValues,
} from '#app/screens/hr-dashboard/registration-form.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

/** Adds or changes a registration of an organization (HR-01). */
export function RegistrationFormDialog({
  registration,
  organizations,
  chosen,
  onClose,
}: {
  /** Null for a new one. */
  readonly registration: Registration | null;
  /** The organizations to which a new registration may belong. */
  readonly organizations: readonly { readonly id: number; readonly name: string }[];
  /** Id of the organization that is preset. */
  readonly chosen: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { base, newer, setNewer, goOn } = useNewer(registration, (row: Registration) => valuesOf(row));
  const failed = (error: ApiError): boolean => {
    const current = newerIn<Registration>(error);
    if (current) {
      setNewer(current);
      return true;
    }
    return showErrors(error);
  };
  const options = { onSuccess: onClose, onError: failed };
  const create = useCommand(hrRegistrationsContract.create, {
    ...options,
    success: { tone: 'default', title: msg`Registration added` },
    failure: { tone: 'destructive', title: msg`The registration was not added`, serverFirst: true },
  });
  const change = useCommand(hrRegistrationsContract.change, {
    ...options,
    success: { tone: 'default', title: msg`Registration saved` },
    failure: { tone: 'destructive', title: msg`The registration was not saved`, serverFirst: true },
  });
  const [only] = organizations.length === 1 ? organizations : [];
  const { form, submit, showErrors } = useAppForm<RegistrationValues>({
    initialValues: valuesOf(registration, chosen || (only ? String(only.id) : '')),
    rules: (values) =>
      !registration && values.organizationId === ''
        ? { ...refusals(values, true), organizationId: t`Choose an organization` }
        : refusals(values, registration !== null),
    send: (values) => {
      if (!base)
        return create.mutate({ body: { ...bodyOf(values), organizationId: Number(values.organizationId) } });
      return change.mutate({
        params: { id: base.id },
        body: changesOnly(bodyOf(valuesOf(base)), bodyOf(values)),
        ifMatch: asSeen(base),
      });
    },
  });
  const labels = {
    name: t`Registration`,
    number: t`Number`,
    authority: t`Authority`,
    country: t`Country`,
    address: t`Address`,
    contactName: t`Contact person`,
    contactEmail: t`Contact email`,
    contactPhone: t`Contact phone`,
    validUntil: t`Valid until`,
  } as const;
  type Field = keyof typeof labels;
  const text = (field: Field) => ({
    label: labels[field],
    ...form.getInputProps(field),
    key: form.key(field),
  });
  const changes = () => {
    if (!base || !newer) return [];
    const [before, after] = [valuesOf(base), valuesOf(newer)];
    const mine: readonly string[] = changedKeys(before, form.values);
    return (Object.keys(labels) as Field[])
      .filter((field) => before[field] !== after[field])
      .map((field) => ({
        label: labels[field],
        before: before[field] || t`Not specified`,
        after: after[field] || t`Not specified`,
        ...(mine.includes(field) ? { mine: form.values[field] || t`Not specified` } : {}),
      }));
  };
  return (
    <FormDialog
      opened
      title={registration ? <Trans>Edit Registration</Trans> : <Trans>Add Registration</Trans>}
      submitLabel={registration ? <Trans>Save</Trans> : <Trans>Add Registration</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending || change.isPending}
      blocked={newer !== null}
      changed={form.isDirty()}
    >
      {newer && (
        <StaleNotice
          changes={changes()}
          onTakeNewer={() => form.setValues(goOn(form.values, true))}
          onKeepMine={() => form.setValues(goOn(form.values, false))}
        />
      )}
      {!registration && (
        <Select
          label={t`Organization`}
          withAsterisk
          searchable
          allowDeselect={false}
          data={organizations
            .map(({ id, name }) => ({ value: String(id), label: name }))
            .toSorted((one, other) => one.label.localeCompare(other.label))}
          {...form.getInputProps('organizationId')}
          key={form.key('organizationId')}
        />
      )}
      <TextInput
        {...text('name')}
        description={t`For example: clinical laboratory license`}
        withAsterisk
        maxLength={200}
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...text('number')} withAsterisk maxLength={100} />
        <TextInput {...text('validUntil')} type="date" description={t`Leave empty if it has no end`} />
        <TextInput {...text('authority')} withAsterisk maxLength={200} />
        <TextInput {...text('country')} withAsterisk maxLength={100} />
      </SimpleGrid>
      <Textarea {...text('address')} autosize minRows={2} maxRows={6} maxLength={500} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...text('contactName')} maxLength={200} />
        <TextInput {...text('contactPhone')} type="tel" maxLength={50} />
      </SimpleGrid>
      <TextInput {...text('contactEmail')} type="email" maxLength={254} />
    </FormDialog>
  );
}
