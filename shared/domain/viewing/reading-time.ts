import { raiseShare } from './progress.ts';

/** Words that a fast reader reads in a minute: text counts no faster than that (VIEW-03). */
export const FASTEST_WORDS_PER_MINUTE = 600;

const msPerWord = 60_000 / FASTEST_WORDS_PER_MINUTE;
/** Letters of a word with the space after it, in languages that do not separate words with spaces. */
const lettersPerWord = 12;
/** Bytes per word in a text file whose words were not counted. */
const bytesPerWord = 6;

/** Returns the number of words of a text; for a language without spaces it is estimated from the letters. */
export function wordsOf(text: string): number {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return Math.max(words.length, Math.floor(letters / lettersPerWord));
}

/** Returns the approximate number of words of a text file, by its size in bytes; half as many in UTF-16. */
export function wordsOfFile(size: number, contentType: string): number {
  return Math.floor(size / (contentType.includes('utf-16') ? 2 * bytesPerWord : bytesPerWord));
}

/** The facts for judging the reported share of a text (VIEW-03); instants are milliseconds of the database's clock. */
export interface ShareReport {
  readonly sessionStart: number;
  /** The time up to which this assignment got credit, by any session; null if it got none yet. */
  readonly creditedUntil: number | null;
  readonly now: number;
  /** Words of the whole text; 0 for parts that need no time. */
  readonly words: number;
  /** The share that counts so far, 0 to 1. */
  readonly current: number;
  /** The share that was shown, 0 to 1. */
  readonly reported: number;
}

/** The credit for a report of a share (VIEW-03). */
export interface ShareCredit {
  /** The share that counts from now on: whole percents, only upward. */
  readonly share: number;
  readonly creditedUntil: number | null;
}

/**
 * Counts the share of a text that was shown (VIEW-03). It counts no faster than a fast reader reads since the viewer session
 * started or time was last credited. Text that is shown faster is reported again and counts when its time has passed.
 */
export function creditShare(report: ShareReport): ShareCredit {
  const { current, reported, now, creditedUntil } = report;
  const whole = report.words * msPerWord;
  if (whole === 0) return { share: raiseShare(current, reported), creditedUntil };
  const base = Math.max(report.sessionStart, creditedUntil ?? report.sessionStart);
  const readable = Math.max(0, now - base) / whole;
  const share = raiseShare(current, Math.min(reported, current + readable));
  if (share <= current) return { share: current, creditedUntil };
  return { share, creditedUntil: Math.min(now, base + (share - current) * whole) };
}
