import { useRef, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { resumeSecond } from '#shared/domain/viewing/progress.ts';
import type { WatchedRange } from '#shared/domain/viewing/ranges.ts';
import { reportActivity } from '#app/lib/activity.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { FallbackPanel } from '#app/features/files/FallbackPanel.tsx';
import classes from '#app/features/files/Files.module.css';

/** Two reports of the player have a larger distance than this only after a jump, in seconds of the video. */
const longestStep = 1.5;

/** A video (VIEW-03): continues where it stopped, and reports the sections that were played; skipped sections do not count. */
export function VideoPart({
  file,
  lastSecond,
  watched,
  onPlayed,
  onAt,
  onRest,
}: {
  readonly file: ModuleFile;
  readonly lastSecond: number | null;
  readonly watched: readonly WatchedRange[];
  readonly onPlayed: (from: number, to: number) => void;
  readonly onAt: (second: number) => void;
  /** Paused, or at its end. */
  readonly onRest: () => void;
}) {
  const { t } = useLingui();
  const name = file.originalName;
  const before = useRef<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <FallbackPanel
        file={file}
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  const onTime = ({ currentTarget: video }: React.SyntheticEvent<HTMLVideoElement>): void => {
    const now = video.currentTime;
    const from = before.current;
    before.current = video.seeking ? null : now;
    if (video.seeking || from === null || now <= from || now - from > longestStep * video.playbackRate)
      return;
    onPlayed(from, now);
    onAt(now);
    // A playing video prevents the session from timing out (AUTH-05).
    reportActivity();
  };
  return (
    <div className={classes.video}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come with the file where it has them */}
      <video
        key={attempt}
        src={file.url}
        controls
        playsInline
        preload="metadata"
        aria-label={t`Video ${name}`}
        onLoadedMetadata={({ currentTarget: video }) => {
          // If the header of a recording has no length, the player does not know the length until it was read to its end.
          const duration = Number.isFinite(video.duration) ? video.duration : (file.durationSeconds ?? 0);
          video.currentTime = resumeSecond({ duration, lastSecond, watched });
        }}
        onPlay={({ currentTarget: video }) => {
          before.current = video.currentTime;
        }}
        onSeeking={() => {
          before.current = null;
        }}
        onSeeked={({ currentTarget: video }) => {
          before.current = video.currentTime;
        }}
        onTimeUpdate={onTime}
        onPause={(event) => {
          onTime(event);
          onRest();
        }}
        onEnded={(event) => {
          onTime(event);
          onRest();
        }}
        onError={() => setFailed(true)}
      />
    </div>
  );
}
