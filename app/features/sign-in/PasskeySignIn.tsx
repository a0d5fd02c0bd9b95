import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { passkeysContract } from '#shared/contract/passkeys.ts';
import { call } from '#app/lib/client.ts';
import { browserSupportsPasskeys, requestPasskey } from '#app/lib/passkeys.ts';
import type { SessionUser } from '#app/lib/session.ts';
import { showToast } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';
import { explainReason } from '#app/lib/reasons.ts';

/** Signs in by a passkey, without a password (AUTH-19); absent if the browser does not support passkeys here. */
export function PasskeySignIn({ onEntered }: { readonly onEntered: (user: SessionUser) => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await call(passkeysContract.signInOptions);
      const response = await requestPasskey(options);
      return call(passkeysContract.signIn, { body: { response }, expectUnauthorized: true });
    },
    onSuccess: onEntered,
    onError: (error) => showToast(visitorMessages.loginFailed, { detail: explainReason(error) }),
  });
  if (!browserSupportsPasskeys()) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={signIn.isPending}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={() => signIn.mutate()}
    >
      <Trans>Sign in with a passkey</Trans>
    </Button>
  );
}
