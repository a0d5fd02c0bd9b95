import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { asSeen } from '#app/features/hr/seen.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { useAppForm } from '#app/lib/forms.ts';
import type { HrOrganization } from '#app/lib/hr-organizations.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { changesOnly } from '#app/lib/three-way.ts';
import { newerIn, useNewer } from '#app/lib/use-newer.ts';
import { AgreementFields } from '#app/screens/hr-agreements/AgreementFields.tsx';
import {
  newAgreement,
  refusals,
  termsOf,
  valuesOf,
  type AgreementValues,
} from '#app/screens/hr-agreements/agreement-form.ts';
import { agreementMessages } from '#app/screens/hr-agreements/agreement-texts.ts';
import { type Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { useTermChanges } from '#app/screens/hr-agreements/use-term-changes.tsx';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

/** New Agreement and Edit Agreement (HR-03): the terms of a draft. Shows what another person changed in the meantime. */
export function AgreementFormDialog({
  agreement,
  organizations,
  onClose,
  onCreated,
}: {
  readonly agreement: Agreement | null;
  readonly organizations: readonly HrOrganization[];
  readonly onClose: () => void;
  readonly onCreated?: (agreement: Agreement) => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { base, newer, setNewer, goOn } = useNewer(agreement, valuesOf);
  const [failure, setFailure] = useState<string | null>(null);
  const changesBetween = useTermChanges();
  const refused = (error: ApiError): boolean => {
    const current = newerIn<Agreement>(error);
    if (current) void invalidate(hrAgreementsContract.change);
    // An agreement that was sent for signature in the meantime can no longer be edited.
    if (current?.moves.includes('edit')) setNewer(current);
    else if (!showErrors(error)) setFailure(explain(error));
    return true;
  };
  const options = { onError: refused };
  const create = useCommand(hrAgreementsContract.create, {
    ...options,
    success: agreementMessages.created,
    onSuccess: (made) => {
      onClose();
      onCreated?.(made);
    },
  });
  const change = useCommand(hrAgreementsContract.change, {
    ...options,
    success: agreementMessages.changed,
    onSuccess: onClose,
  });
  const { form, submit, showErrors } = useAppForm<AgreementValues>({
    initialValues: agreement
      ? valuesOf(agreement)
      : newAgreement(organizations.length === 1 ? organizations[0]?.id : undefined),
    rules: refusals,
    send: (values) => {
      setFailure(null);
      const terms = termsOf(values);
      if (!base) return create.mutate({ body: { organizationId: Number(values.organizationId), ...terms } });
      return change.mutate({
        params: { id: base.id },
        body: changesOnly(termsOf(valuesOf(base)), terms),
        ifMatch: asSeen(base),
      });
    },
  });
  return (
    <FormDialog
      opened
      title={agreement ? t`Edit Agreement` : t`New Agreement`}
      submitLabel={agreement ? <Trans>Save</Trans> : <Trans>Create Draft</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending || change.isPending}
      blocked={newer !== null}
      changed={form.isDirty()}
    >
      {newer && base && (
        <StaleNotice
          changes={changesBetween(base, newer, form.values)}
          onTakeNewer={() => form.setValues(goOn(form.values, true))}
          onKeepMine={() => form.setValues(goOn(form.values, false))}
        />
      )}
      {failure && <DialogFailure>{failure}</DialogFailure>}
      <AgreementFields form={form} agreement={agreement} organizations={organizations} />
    </FormDialog>
  );
}
