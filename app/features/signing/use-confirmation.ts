import { useEffect, useState } from 'react';
import { externalSignInContract } from '#shared/contract/external-sign-in.ts';
import type { ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';
import { urlOf } from '#app/lib/client.ts';
import { onConfirmation } from '#app/lib/confirmation-channel.ts';

/** A confirmation at the provider for one signature: pending, or with its result. */
export interface Confirmation {
  /** The secret of this signature, which the server has recorded as confirmed. */
  readonly intent: string;
  readonly state: 'waiting' | ConfirmationResult;
}

/** 256 random bits, base64url. */
function newIntent(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Opens the provider in a separate window and receives the result from it (SIG-01); each attempt has a new intent. */
export function useConfirmation(): {
  readonly confirmation: Confirmation | null;
  readonly begin: () => void;
  readonly forget: () => void;
} {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const waiting = confirmation?.state === 'waiting';
  useEffect(() => {
    if (!waiting) return undefined;
    return onConfirmation((state) => setConfirmation((before) => before && { ...before, state }));
  }, [waiting]);
  return {
    confirmation,
    begin: () => {
      const intent = newIntent();
      setConfirmation({ intent, state: 'waiting' });
      window.open(
        urlOf(externalSignInContract.confirm, { query: { intent } }),
        '_blank',
        'popup,width=520,height=720',
      );
    },
    forget: () => setConfirmation(null),
  };
}
