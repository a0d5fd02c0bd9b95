import { Stack, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import {
  confirmationFields,
  signingIdentityContract as contract,
} from '#shared/contract/signing-identity.ts';
import { SignDialog } from '#app/features/signing/SignDialog.tsx';
import type { CreatedSignature, SignatureInput } from '#app/features/signing/signature-input.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

const rules = z.object(confirmationFields);

/** Confirms who a person is, with the code shown to them, a reason and a signature, so that they can sign again (SIG-05). */
export function ConfirmIdentityDialog({
  person,
  onClose,
}: {
  readonly person: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const [signing, setSigning] = useState(false);
  const { form, submit } = useAppForm({
    initialValues: { shownCode: '', reason: '' },
    rules,
    send: () => setSigning(true),
  });
  const sign = async (signature: SignatureInput): Promise<CreatedSignature> => {
    const { shownCode, reason } = form.values;
    try {
      const answer = await call(contract.confirm, {
        params: { userId: person.id },
        body: { shownCode: shownCode.trim(), reason: reason.trim(), signature },
      });
      return { ...answer, certificateUrl: null };
    } catch (error) {
      if (error instanceof ApiError && error.errors.some(({ path }) => path === 'shownCode')) {
        form.setFieldError('shownCode', explain(error));
        setSigning(false);
      }
      throw error;
    }
  };
  const { name } = person;
  if (signing)
    return (
      <SignDialog
        opened
        title={<Trans>Confirm identity</Trans>}
        facts={[
          [<Trans key="p">Person</Trans>, name],
          [<Trans key="r">Reason</Trans>, form.values.reason.trim()],
        ]}
        statement="identity_confirmed"
        sign={sign}
        onSigned={() => void invalidate(contract.confirm)}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      opened
      title={t`Confirm the identity of ${name}`}
      submitLabel={<Trans>Continue to signature</Trans>}
      changed={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
      size="md"
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Make sure that it is really {name}, in person or on a call. Ask for the code that is shown to them
            when they sign.
          </Trans>
        </Text>
        <TextInput
          label={t`Code`}
          description={t`Eight letters and digits`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          required
          {...form.getInputProps('shownCode')}
        />
        <ReasonInput withAsterisk {...form.getInputProps('reason')} />
      </Stack>
    </FormDialog>
  );
}
