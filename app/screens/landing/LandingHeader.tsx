import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Logo } from '#app/brand/Logo.tsx';
import classes from '#app/screens/landing/Landing.module.css';
import { ButtonLink } from '#app/ui/links.tsx';

/** Header of the public page with Sign In, or the way back to the product for people with a session. */
export function LandingHeader({
  signedIn,
  onSignIn,
  onNear,
}: {
  readonly signedIn: boolean;
  readonly onSignIn: () => void;
  /** Called when the pointer or the focus comes near: the dialog can be loaded. */
  readonly onNear: () => void;
}) {
  const { t } = useLingui();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('dark', { getInitialValueInEffect: false }) === 'dark';
  return (
    <header className={classes.header}>
      <Logo size={34} />
      <div className={classes.headerRight}>
        <ActionIcon
          variant="subtle"
          color="gray.0"
          size={36}
          aria-label={dark ? t`Use the light theme` : t`Use the dark theme`}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? <IconSun size={19} aria-hidden /> : <IconMoon size={19} aria-hidden />}
        </ActionIcon>
        {signedIn ? (
          <ButtonLink to="/" variant="white" className={classes.glass}>
            <Trans>Open TrainTrail</Trans>
          </ButtonLink>
        ) : (
          <Button className={classes.glass} onClick={onSignIn} onMouseEnter={onNear} onFocus={onNear}>
            <Trans>Sign In</Trans>
          </Button>
        )}
      </div>
    </header>
  );
}
