import { Button, Skeleton, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { BlockText } from '#app/features/pdf/reading/BlockText.tsx';
import { RegionPicture } from '#app/features/pdf/reading/RegionPicture.tsx';
import { useReadPage, type Reflow } from '#app/features/pdf/reading/use-reflow.ts';
import classes from '#app/features/pdf/reading/Reading.module.css';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

/** One page in the reading mode, with its number and the way to the original page. */
export function ReadingPage({
  pdf,
  reflow,
  number,
  language,
  onReady,
  onShowPage,
}: {
  readonly pdf: Pdf;
  readonly reflow: Reflow;
  readonly number: number;
  /** The language of the document. */
  readonly language: string | undefined;
  /** Called when all of the page is on screen: from then on it can be seen. */
  readonly onReady: (page: number) => void;
  readonly onShowPage: (page: number) => void;
}) {
  const { t } = useLingui();
  const { place, page } = useReadPage(reflow, number);
  const [drawn, setDrawn] = useState(0);
  const pictures = page?.kind === 'blocks' ? page.blocks.filter(({ kind }) => kind === 'figure').length : 1;
  const ready = page !== null && page.kind !== 'failed' && drawn >= pictures;
  const announceReady = useEffectEvent(() => onReady(number));
  useEffect(() => {
    if (ready) announceReady();
  }, [ready]);
  const onDrawn = (): void => setDrawn((count) => count + 1);
  return (
    <section
      ref={place}
      className={classes.page}
      aria-label={t`Page ${number}`}
      data-loading={page === null || undefined}
    >
      <div className={classes.pageHead}>
        <span className="tt-figures">
          <Trans>Page {number}</Trans>
        </span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={t`Show the page: ${number}`}
          onClick={() => onShowPage(number)}
        >
          <Trans>Show the page</Trans>
        </Button>
      </div>
      {page === null && <Skeleton height={320} />}
      {page?.kind === 'failed' && (
        <Text size="sm" role="alert">
          <Trans>This page cannot be shown.</Trans>
        </Text>
      )}
      {page?.kind === 'picture' && (
        <>
          <Text size="sm" className={classes.note}>
            <Trans>The text of this page cannot be reflowed, so the page is shown as a picture.</Trans>
          </Text>
          <RegionPicture
            pdf={pdf}
            page={number}
            box={null}
            label={page.text.trim() === '' ? t`Page ${number}` : page.text}
            onDrawn={onDrawn}
          />
        </>
      )}
      {page?.kind === 'blocks' && (
        <div lang={language}>
          <BlockText blocks={page.blocks} pdf={pdf} page={number} onDrawn={onDrawn} />
        </div>
      )}
    </section>
  );
}
