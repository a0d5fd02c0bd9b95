import { Group, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Trans, useLingui } from '@lingui/react/macro';
import { agreementKinds, type AgreementKind } from '#shared/domain/hr/agreements.ts';
import { agreementKindLabels } from '#app/features/hr/agreement-facts.tsx';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import type { HrOrganization } from '#app/lib/hr-organizations.ts';
import type { AgreementValues } from '#app/screens/hr-agreements/agreement-form.ts';
import type { Agreement } from '#app/screens/hr-agreements/agreements.ts';
import classes from '#app/screens/hr-agreements/HrAgreements.module.css';

/** The terms of an agreement (HR-03): party, kind, dates, notice. */
export function AgreementFields({
  form,
  agreement,
  organizations,
}: {
  readonly form: UseFormReturnType<AgreementValues>;
  /** Null for a new agreement, whose organization is also chosen. */
  readonly agreement: Agreement | null;
  readonly organizations: readonly HrOrganization[];
}) {
  const { t, i18n } = useLingui();
  const { values } = form;
  return (
    <>
      <TextInput
        label={t`Title`}
        withAsterisk
        data-autofocus
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <div className={classes.pair}>
        <Select
          label={t`Kind`}
          allowDeselect={false}
          data={agreementKinds.map((value) => ({ value, label: i18n._(agreementKindLabels[value]) }))}
          {...form.getInputProps('kind')}
          onChange={(value) => form.setFieldValue('kind', (value ?? values.kind) as AgreementKind)}
        />
        {agreement === null && (
          <Select
            label={t`Organization`}
            withAsterisk
            searchable
            allowDeselect={false}
            nothingFoundMessage={<Trans>No organizations found</Trans>}
            data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.getInputProps('organizationId')}
            value={values.organizationId || null}
            onChange={(value) => form.setFieldValue('organizationId', value ?? '')}
          />
        )}
      </div>
      <Radio.Group
        label={t`The other party`}
        {...form.getInputProps('party')}
        onChange={(value) => form.setFieldValue('party', value === 'outside' ? 'outside' : 'account')}
      >
        <Group mt={6} gap="lg">
          <Radio value="account" label={t`Has an account and signs online`} />
          <Radio value="outside" label={t`Has no account and signs on paper`} />
        </Group>
      </Radio.Group>
      {values.party === 'account' ? (
        <PersonSelect
          among="parties"
          label={t`Person`}
          withAsterisk
          placeholder={t`Name or email`}
          chosen={
            agreement?.partyUserId ? { id: agreement.partyUserId, name: agreement.partyName } : undefined
          }
          {...form.getInputProps('partyUserId')}
          value={values.partyUserId || null}
          onChange={(value) => form.setFieldValue('partyUserId', value ?? '')}
        />
      ) : (
        <div className={classes.pair}>
          <TextInput
            label={t`Name`}
            withAsterisk
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('partyName')}
          />
          <TextInput
            label={t`Email (optional)`}
            type="email"
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('partyEmail')}
          />
        </div>
      )}
      <div className={classes.pair}>
        <TextInput
          type="date"
          label={t({ message: 'Start', context: 'date' })}
          withAsterisk
          {...form.getInputProps('startsOn')}
        />
        <TextInput type="date" label={t`End (optional)`} {...form.getInputProps('endsOn')} />
      </div>
      <NumberInput
        label={t`Notice (days)`}
        description={t`The agreement is shown as expiring this many days before its end, and at least 30.`}
        withAsterisk
        min={0}
        max={730}
        maw={320}
        {...form.getInputProps('noticeDays')}
      />
    </>
  );
}
