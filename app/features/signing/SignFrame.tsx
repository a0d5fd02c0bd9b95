import { Button, Stack } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SignatureInput } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { SignedContent } from '#app/features/signing/SignedContent.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The properties common to all ways to sign. */
export interface SignParts {
  /** The name that the signature will carry. */
  readonly printedName: string;
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode] | null)[];
  readonly meaning: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSign: (input: SignatureInput) => void;
  readonly onCancel: () => void;
}

/** The content of the signature, the proof of identity, other ways to prove it, and the button that signs. */
export function SignFrame({
  parts: { printedName, facts, meaning, busy, onCancel },
  children,
  others = [],
  button,
}: {
  readonly parts: SignParts;
  readonly children?: ReactNode;
  /** Other ways to sign; those that this person does not have are left out. */
  readonly others?: readonly (readonly [label: ReactNode, onChoose: (() => void) | undefined])[];
  readonly button: ReactNode;
}) {
  return (
    <Stack gap="md">
      <SignedContent printedName={printedName} facts={facts} meaning={meaning} />
      {children}
      {others.map(
        ([label, onChoose], index) =>
          onChoose && (
            <Button
              key={index}
              variant="subtle"
              size="compact-sm"
              px={0}
              className={classes.otherWay}
              onClick={onChoose}
            >
              {label}
            </Button>
          ),
      )}
      <DialogFooter className={classes.buttons}>
        <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        {button}
      </DialogFooter>
    </Stack>
  );
}
