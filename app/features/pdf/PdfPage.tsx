import { Button, Skeleton, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useCallback, useMemo, useState } from 'react';
import { Page, type PageProps } from 'react-pdf';
import { markPiece } from '#app/features/pdf/find-matches.ts';
import { sharpness, type PagePlace } from '#app/features/pdf/layout.ts';
import classes from '#app/features/pdf/Pdf.module.css';
import type { PlacedMatch } from '#app/features/pdf/use-search.ts';

/** One page: drawing, text that can be selected and read aloud, links; matches are marked (VIEW-02). */
export const PdfPage = memo(function PdfPage({
  page,
  place,
  matches,
  current,
  onDrawn,
}: {
  readonly page: number;
  readonly place: PagePlace;
  /** The matches on this page; undefined if this page is not searched. */
  readonly matches: readonly PlacedMatch[] | undefined;
  /** The current match of the search. */
  readonly current: PlacedMatch | undefined;
  readonly onDrawn: (page: number, drawn: boolean) => void;
}) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const render = useMemo((): PageProps['customTextRenderer'] => {
    if (!matches) return undefined;
    return ({ str, itemIndex }) =>
      markPiece(
        str,
        matches.flatMap((placed) =>
          placed.match.flatMap((part) =>
            part.item === itemIndex ? [{ ...part, current: placed === current }] : [],
          ),
        ),
      );
  }, [matches, current]);
  const showCurrent = useCallback(() => {
    box?.querySelector('mark[data-current]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [box]);
  const failed = (
    <div className={classes.pageFailed} role="alert">
      <Text size="sm">
        <Trans>This page cannot be shown.</Trans>
      </Text>
      <Button size="xs" variant="default" onClick={() => setAttempt(attempt + 1)}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
  return (
    <div
      ref={setBox}
      className={classes.page}
      style={{ top: place.top, left: place.left, width: place.width, height: place.height }}
      role="group"
      aria-label={t`Page ${page}`}
    >
      <div style={{ width: place.fullWidth, marginLeft: -place.cut }}>
        <Page
          key={attempt}
          pageNumber={page}
          scale={place.scale}
          devicePixelRatio={sharpness(
            { width: place.fullWidth, height: place.height },
            window.devicePixelRatio,
          )}
          {...(render ? { customTextRenderer: render } : {})}
          loading={<Skeleton width={place.fullWidth} height={place.height} radius={0} />}
          error={failed}
          onRenderSuccess={() => onDrawn(page, true)}
          onRenderError={() => onDrawn(page, false)}
          onRenderTextLayerSuccess={showCurrent}
        />
      </div>
    </div>
  );
});
