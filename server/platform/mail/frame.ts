import { readFileSync } from 'node:fs';

/** The page of emails, with a button and without, compiled in advance from MJML: see frame-source.ts. */
export interface Frames {
  readonly plain: string;
  readonly withAction: string;
}

/** The placeholders of a frame that each email fills. */
export type FrameSlot =
  'language' | 'subject' | 'body' | 'after' | 'link' | 'label' | 'why' | 'settingsLink' | 'settingsLabel';

const frames = JSON.parse(readFileSync(new URL('frames.json', import.meta.url), 'utf8')) as Frames;

/** Fills the page with values that are HTML already; a value is never read for places again (NOT-02, T23). */
export function fillFrame(values: Readonly<Partial<Record<FrameSlot, string>>>): string {
  const frame = values.link === undefined ? frames.plain : frames.withAction;
  return frame.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => values[name as FrameSlot] ?? '');
}
