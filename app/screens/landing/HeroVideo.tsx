import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import poster from '#app/assets/hero.jpg';
import mp4 from '#app/assets/hero.mp4';
import webm from '#app/assets/hero.webm';
import classes from '#app/screens/landing/Landing.module.css';
import { whenIdle } from '#app/screens/landing/when-idle.ts';

/** Returns true if the person requests little traffic (the browser's Save-Data); only some browsers report it. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/**
 * The looping, muted background video (SHELL-01): paused for reduced motion and by its button (WCAG 2.2.2). Until the page can be
 * used, and for people who want little traffic or movement, only its picture is fetched (PERF-03).
 */
export function HeroVideo() {
  const { t } = useLingui();
  const reduced = useReducedMotion(false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<boolean>();
  const [idle, setIdle] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const playing = chosen ?? !(reduced || savesData());
  const fetched = playing && (idle || chosen === true);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!fetched) element.pause();
    // A browser that refuses to play (power saving) leaves the poster; the button then starts it manually.
    else element.play().catch(() => setChosen(false));
  }, [fetched]);
  return (
    <>
      <video
        ref={video}
        className={classes.video}
        poster={poster}
        muted
        loop
        playsInline
        preload={fetched ? 'auto' : 'none'}
        aria-hidden="true"
        tabIndex={-1}
        disablePictureInPicture
      >
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" />
      </video>
      <div className={classes.veil} />
      <ActionIcon
        className={classes.pause}
        variant="subtle"
        size={36}
        radius="xl"
        aria-label={playing ? t`Pause the background video` : t`Play the background video`}
        onClick={() => setChosen(!playing)}
      >
        {playing ? <IconPlayerPause size={17} aria-hidden /> : <IconPlayerPlay size={17} aria-hidden />}
      </ActionIcon>
    </>
  );
}
