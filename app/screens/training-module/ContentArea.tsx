import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { resumePage } from '#shared/domain/viewing/progress.ts';
import type { ContentPart } from '#app/screens/training-module/content-parts.ts';
import { DownloadPart } from '#app/features/files/DownloadPart.tsx';
import { ImagePart } from '#app/screens/training-module/content/ImagePart.tsx';
import { LinkPart } from '#app/screens/training-module/content/LinkPart.tsx';
import { PdfPart } from '#app/features/files/PdfPart.tsx';
import { TextFilePart } from '#app/screens/training-module/content/TextFilePart.tsx';
import { TextPart } from '#app/screens/training-module/content/TextPart.tsx';
import { VideoPart } from '#app/screens/training-module/content/VideoPart.tsx';
import type { PdfHandle, ReadingEvents, Resume } from '#app/screens/training-module/reading.ts';
import classes from '#app/screens/training-module/Viewer.module.css';

/** The area of 700 px for the content (SPEC §2.17); on a phone it fills the screen. */
export function ContentArea({
  part,
  title,
  resume,
  watched,
  readShare,
  phone,
  handle,
  events,
  onPages,
  onPage,
  quiz,
  chooser,
}: {
  readonly part: ContentPart;
  readonly title: string;
  readonly resume: Resume | null;
  readonly watched: readonly (readonly [number, number])[];
  /** The share of this part that was read before, 0 to 1, if the server cannot count it. */
  readonly readShare: number;
  readonly phone: boolean;
  readonly handle: PdfHandle;
  readonly events: ReadingEvents;
  readonly onPages: (pages: number) => void;
  readonly onPage: (page: number) => void;
  /** The questions about the content, if they are the part. */
  readonly quiz: ReactNode;
  /** Chooses among several parts. */
  readonly chooser: ReactNode;
}) {
  const seen = (): void => events.share(part, 1);
  const share = (value: number): void => events.share(part, value);
  const content = (): ReactNode => {
    switch (part.kind) {
      case 'text':
        return <TextPart text={part.text} title={title} startShare={readShare} onShare={share} />;
      case 'link':
        return <LinkPart url={part.url} onSeen={seen} />;
      case 'quiz':
        return quiz;
      case 'textFile':
        return <TextFilePart file={part.file} startShare={readShare} onShare={share} />;
      case 'image':
        return <ImagePart file={part.file} onSeen={seen} />;
      case 'download':
        return <DownloadPart file={part.file} onSeen={seen} />;
      case 'video':
        return (
          <VideoPart
            file={part.file}
            lastSecond={resume?.position ?? null}
            watched={watched}
            onPlayed={(from, to) => events.played(part.file.name, from, to)}
            onAt={(second) => events.at(part.file.name, second)}
            onRest={events.rests}
          />
        );
      case 'pdf':
        return (
          <PdfPart
            ref={handle}
            file={part.file}
            compact={phone}
            startPage={resume ? startPageOf(resume) : 1}
            onPages={onPages}
            onPage={(page) => {
              onPage(page);
              events.at(part.file.name, page);
            }}
            onPageSeen={(page) => events.pageSeen(part.file.name, page)}
          />
        );
    }
  };
  return (
    <Paper withBorder={!phone} radius={phone ? 0 : 'md'} className={classes.area} data-kind={part.kind}>
      {chooser}
      <div key={part.key} className={classes.part}>
        {content()}
      </div>
    </Paper>
  );
}

function startPageOf({ position, progress }: Resume): number {
  return resumePage({ pageCount: progress.pages ?? 1, lastPage: position, seen: progress.seenPages });
}
