import type { RawControl, Scope, Seen } from './controls.ts';

/** One step on the way from the fresh screen to what is walked or looked at. */
export interface Step {
  readonly key: string;
  /** The part in which its control stands. */
  readonly scope: Scope;
}

/** What is walked at one go: the screen, or what a control of it opens or brings. */
export interface Level {
  readonly steps: readonly Step[];
  readonly scope: Scope;
  /** How many dialogs lie over the screen. */
  readonly depth: number;
  /** What was there before the last step, where a tab or choice changed the screen itself. */
  readonly known: ReadonlySet<string>;
}

/** What is still to be put back before the next control is tried. */
export interface Owed {
  readonly control: RawControl | null;
  readonly before: Seen;
  readonly after: Seen;
  /** It was a list, after which another list may follow. */
  readonly list: boolean;
}
