import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Facts } from '#app/features/signing/Facts.tsx';
import classes from '#app/features/signing/Signing.module.css';

/** Exactly the content that is signed (SIG-01), above the proof of identity. */
export function SignedContent({
  printedName,
  facts,
  meaning,
}: {
  /** The name that the signature will carry. */
  readonly printedName: string;
  readonly facts: readonly (readonly [name: ReactNode, value: ReactNode] | null)[];
  readonly meaning: string;
}) {
  return (
    <>
      <Text size="sm" c="dimmed">
        <Trans>You sign electronically. This is what you sign:</Trans>
      </Text>
      <Facts rows={[[<Trans key="p">Signed by</Trans>, printedName], ...facts]} />
      <blockquote className={classes.meaning}>{meaning}</blockquote>
    </>
  );
}
