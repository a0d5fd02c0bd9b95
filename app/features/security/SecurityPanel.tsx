import { Stack } from '@mantine/core';
import { PasskeysCard } from '#app/features/passkeys/PasskeysCard.tsx';
import { PasswordCard } from '#app/features/security/PasswordCard.tsx';
import { SessionsCard } from '#app/features/sessions/SessionsCard.tsx';
import { TwoFactorCard } from '#app/features/two-factor/TwoFactorCard.tsx';

/** The lower part of Settings → Security: a person's password, second factor, passkeys and sessions (AUTH-05, AUTH-07, AUTH-09, AUTH-19). */
export function SecurityPanel() {
  return (
    <Stack gap={20}>
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <SessionsCard />
    </Stack>
  );
}
