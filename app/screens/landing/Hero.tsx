import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { HeroTrail } from '#app/screens/landing/HeroTrail.tsx';
import { HeroVideo } from '#app/screens/landing/HeroVideo.tsx';
import classes from '#app/screens/landing/Landing.module.css';
import { ButtonLink } from '#app/ui/links.tsx';

/** The first thing a visitor reads (SPEC §2.1 'hero with a Get Started button'), before the moving map. */
export function Hero({
  signedIn,
  onStart,
  onNear,
}: {
  readonly signedIn: boolean;
  readonly onStart: () => void;
  readonly onNear: () => void;
}) {
  const label = <Trans>Get Started</Trans>;
  const arrow = <IconArrowRight size={18} aria-hidden />;
  return (
    <section className={classes.hero}>
      <HeroVideo />
      <div className={classes.heroInner}>
        <div className={classes.heroWords}>
          <p className={classes.eyebrow}>
            <Trans>For healthcare and clinical research</Trans>
          </p>
          <h1 className={classes.headline}>
            <Trans>Training that stands up to inspection</Trans>
          </h1>
          <p className={classes.lead}>
            <Trans>
              TrainTrail assigns training, reminds people, records what they complete and proves it, for every
              organization you work with.
            </Trans>
          </p>
          <div className={classes.heroActions}>
            {signedIn ? (
              <ButtonLink to="/" size="lg" rightSection={arrow} className={classes.start}>
                {label}
              </ButtonLink>
            ) : (
              <Button
                size="lg"
                rightSection={arrow}
                className={classes.start}
                onClick={onStart}
                onMouseEnter={onNear}
                onFocus={onNear}
              >
                {label}
              </Button>
            )}
          </div>
        </div>
        <HeroTrail />
      </div>
    </section>
  );
}
