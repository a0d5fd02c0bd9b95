import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { fullName } from '#shared/domain/people/names.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { statementFor, statementText, type MeaningCode } from '#shared/domain/signatures/statements.ts';
import { AgreementStep } from '#app/features/signing/AgreementStep.tsx';
import { SignedStep } from '#app/features/signing/SignedStep.tsx';
import { ProviderSignStep } from '#app/features/signing/ProviderSignStep.tsx';
import { closedOf, SigningClosedStep } from '#app/features/signing/SigningClosedStep.tsx';
import { PasskeySignStep } from '#app/features/signing/PasskeySignStep.tsx';
import { SignStep } from '#app/features/signing/SignStep.tsx';
import type { CreatedSignature, SignatureInput } from '#app/features/signing/signature-input.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { proveByPasskey } from '#app/lib/passkeys.ts';
import { refreshSession, useUser } from '#app/lib/session.ts';

/** The properties of a {@link SignDialog}. */
export interface SignDialogProps {
  readonly opened: boolean;
  readonly title: ReactNode;
  /** The record: module, reference, version … The signer's own name is added. */
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode] | null)[];
  /** The statement named by the server; it is shown, and signed, in the person's language (SIG-05). */
  readonly statement: MeaningCode;
  /** Creates the signature; throws {@link ApiError}. */
  readonly sign: (input: SignatureInput) => Promise<CreatedSignature>;
  /** Called with an error that does not concern the signature; the dialog shows it too. */
  readonly onFailed?: (error: ApiError) => void;
  /** Called once the record is signed, while the confirmation is shown. */
  readonly onSigned: () => void;
  readonly onClose: () => void;
}

/**
 * The dialog of an electronic signature (SIG-01 … SIG-04): the agreement if it was not accepted yet, then the exact content
 * with the password, then the confirmation. Its steps change in place, so that a phone shows one thing at a time.
 */
export function SignDialog(props: SignDialogProps) {
  const { opened, title, onClose } = props;
  const phone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      title={title}
      size={520}
      fullScreen={phone}
    >
      <Steps {...props} onBusy={setBusy} />
    </Modal>
  );
}

function Steps({
  facts,
  statement,
  sign,
  onFailed,
  onSigned,
  onClose,
  onBusy,
}: SignDialogProps & { readonly onBusy: (busy: boolean) => void }) {
  const { i18n } = useLingui();
  const user = useUser();
  const client = useQueryClient();
  const [way, setWay] = useState(user.signsWith[0] ?? 'password');
  const [accepted, setAccepted] = useState(user.signatureAgreementAccepted);
  const signing = useMutation<CreatedSignature, Error, SignatureInput>({
    mutationFn: (input) =>
      input.passkey === undefined ? sign(input) : proveByPasskey((passkey) => sign({ ...input, passkey })),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      onSigned();
      // The next signature of this session requires only the password (SIG-03).
      if (user.signatureAsksCode || user.hasPasskey) void refreshSession(client);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || isUnauthorized(error)) return;
      if (error.code === 'SIGNATURE_AGREEMENT_REQUIRED') setAccepted(false);
      else if (error.errors.length === 0 && error.code !== 'SIGNING_CLOSED') onFailed?.(error);
    },
  });
  if (signing.data) return <SignedStep signature={signing.data} onClose={onClose} />;
  if (!accepted) {
    return (
      <AgreementStep
        onCancel={onClose}
        onAccepted={() => {
          setAccepted(true);
          // The proof was already given: the signature continues automatically.
          if (signing.variables) signing.mutate(signing.variables);
        }}
      />
    );
  }
  const closed = closedOf(signing.error);
  if (closed) return <SigningClosedStep closed={closed} onAgain={() => signing.reset()} onCancel={onClose} />;
  const parts = {
    printedName: fullName(user) || user.email,
    facts,
    meaning: statementText(statementFor(statement), i18n.locale as Language),
    busy: signing.isPending,
    error: signing.error,
    onSign: (input: SignatureInput) => signing.mutate(input),
    onCancel: onClose,
  };
  const otherWay = (other: typeof way) =>
    user.signsWith.includes(other)
      ? () => {
          signing.reset();
          setWay(other);
        }
      : undefined;
  if (way === 'passkey') return <PasskeySignStep {...parts} onPassword={otherWay('password')} />;
  return way === 'provider' ? (
    <ProviderSignStep {...parts} onPassword={otherWay('password')} />
  ) : (
    <SignStep {...parts} user={user} onPasskey={otherWay('passkey')} onProvider={otherWay('provider')} />
  );
}
