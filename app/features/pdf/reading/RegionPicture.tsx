import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sharpness } from '#app/features/pdf/layout.ts';
import type { Box } from '#app/features/pdf/reading/page-content.ts';
import classes from '#app/features/pdf/reading/Reading.module.css';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

/** A part of a page, or all of it, as a picture: as wide as its place, but never smaller than in print. */
export function RegionPicture({
  pdf,
  page,
  box,
  label,
  onDrawn,
}: {
  readonly pdf: Pdf;
  readonly page: number;
  /** Null: the whole page. */
  readonly box: Box | null;
  /** Text for people who cannot see the picture. */
  readonly label: string;
  readonly onDrawn: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  const drawn = useEffectEvent(onDrawn);
  const { left = 0, top = 0, right = 0, bottom = 0 } = box ?? {};
  const whole = box === null;
  useEffect(() => {
    let over = false;
    const draw = async (): Promise<void> => {
      const opened = await pdf.getPage(page);
      const element = canvas.current;
      if (over || !element) return;
      const full = opened.getViewport({ scale: 1 });
      const size = whole ? full : { width: right - left, height: bottom - top };
      // At least as large as on paper; a small one fills its place.
      const shownWidth = Math.max(size.width, element.parentElement?.clientWidth ?? 0);
      const shown = { width: shownWidth, height: (size.height * shownWidth) / size.width };
      const scale = (shownWidth / size.width) * sharpness(shown, window.devicePixelRatio);
      element.width = Math.max(1, Math.floor(size.width * scale));
      element.height = Math.max(1, Math.floor(size.height * scale));
      const viewport = opened.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale });
      await opened.render({ canvas: element, viewport }).promise;
      if (!over) drawn();
    };
    draw().catch(() => {
      if (!over) setFailed(true);
    });
    return () => {
      over = true;
    };
  }, [pdf, page, whole, left, top, right, bottom]);
  if (failed) {
    return (
      <Text size="sm" role="alert">
        <Trans>This page cannot be shown.</Trans>
      </Text>
    );
  }
  return (
    // A picture that is wider than its place must be scrollable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.picture} role="img" aria-label={label} tabIndex={0}>
      <canvas
        ref={canvas}
        style={
          whole ? { width: '100%' } : { width: '100%', maxWidth: (right - left) * 2, minWidth: right - left }
        }
      />
    </div>
  );
}
