import { readFileSync } from 'node:fs';

/** The page of mails, with a button and without, compiled ahead from MJML: see frame-source.ts. */
export interface Frames {
  readonly plain: string;
  readonly withAction: string;
}

/** The places of a frame that each mail fills. */
export type FrameSlot =
  'language' | 'subject' | 'body' | 'after' | 'link' | 'label' | 'why' | 'settingsLink' | 'settingsLabel';

const frames = JSON.parse(readFileSync(new URL('frames.json', import.meta.url), 'utf8')) as Frames;

/** Fills the page with values that are HTML already; a value is never read for places again (NOT-02, T23). */
export function fillFrame(values: Readonly<Partial<Record<FrameSlot, string>>>): string {
  const frame = values.link === undefined ? frames.plain : frames.withAction;
  return frame.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name as FrameSlot] ?? '');
}
