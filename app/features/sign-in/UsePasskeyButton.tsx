import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { browserSupportsPasskeys } from '#app/lib/passkeys.ts';

/** Uses a passkey as the second factor (AUTH-19), in a browser that supports passkeys. */
export function UsePasskeyButton({ busy, onUse }: { readonly busy: boolean; readonly onUse: () => void }) {
  if (!browserSupportsPasskeys()) return null;
  return (
    <Button
      size="md"
      fullWidth
      variant="default"
      loading={busy}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={onUse}
    >
      <Trans>Use a passkey</Trans>
    </Button>
  );
}
