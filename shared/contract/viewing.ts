import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { instant, line } from '#shared/contract/common.ts';

/**
 * Body of POST /api/training-assignments/{id}/progress (DESIGN 'The wire', VIEW-03, VIEW-05). Its values are only claims:
 * pages, ranges and seconds are credited no faster than the clock of the viewer session.
 */
export const progressBody = z
  .strictObject({
    /** From POST …/view-session; without it no pages, ranges or seconds count. */
    viewSessionId: z
      .string()
      .regex(/^[\w-]{1,64}$/, because('not_viewer_session'))
      .optional(),
    /** 0–100, only upward; counts for all parts that the server cannot count. */
    progress: z.number().min(0).max(100).optional(),
    /** The share that was seen of single parts which the server cannot count, 0 to 1: 'text', 'link', or the name of a file. */
    shares: z
      .array(z.strictObject({ part: line(500), share: z.number().min(0).max(1) }))
      .max(500, because('too_many_parts', { maximum: 500 }))
      .optional(),
    /** Name of the file of `pages` or `ranges`; default: the version's first PDF, or its first video. */
    file: line(500).optional(),
    /** Pages that were half visible for one second. */
    pages: z.array(z.int().min(1).max(100_000)).max(10_000).optional(),
    /** Seconds of the video that were played, as [from, to). */
    ranges: z
      .array(z.tuple([z.number().min(0).max(1_000_000), z.number().min(0).max(1_000_000)]))
      .max(1000)
      .optional(),
    /** Page or second at which the person stopped in `file`: the place where the viewer opens next time, on any device. */
    position: z.number().min(0).max(1_000_000).optional(),
    /** Seconds that the content was open since the last call. */
    seconds: z.number().min(0).max(86_400).optional(),
  })
  .meta({ id: 'ProgressBody' });

/** The progress in one file of a module version for one assignment. */
const viewedFile = z
  .object({
    name: z.string(),
    url: z.string(),
    contentType: z.string(),
    size: z.number(),
    pages: z.number().nullable(),
    durationSeconds: z.number().nullable(),
    seenPages: z.array(z.number()),
    watched: z.array(z.tuple([z.number(), z.number()])),
    /** Null if the server cannot count its parts. */
    isSeen: z.boolean().nullable(),
  })
  .meta({ id: 'ViewedFile' });

const partShare = z.object({ part: z.string(), share: z.number() }).meta({ id: 'PartShare' });
const placeInFile = z.object({ file: z.string(), position: z.number() }).meta({ id: 'PlaceInFile' });
const quizOutcome = z.object({ passed: z.boolean() }).meta({ id: 'QuizOutcome' });

/** The person's progress in the content of an assignment. */
export const progressAnswer = z
  .object({
    /** Percent. */
    progress: z.number(),
    /** The content part of the completion rule is met (VIEW-04). */
    contentSeen: z.boolean(),
    /** The quiz part of it; null if the module has no questions (VIEW-06). */
    quiz: quizOutcome.nullable(),
    /** Time spent with this content in all viewer sessions (VIEW-05). */
    seconds: z.number(),
    files: z.array(viewedFile),
    /** The share that was seen of each part which the server cannot count, 0 to 1: 'text', 'link', and files by their names. */
    shares: z.array(partShare),
    /** The place where the person stopped: page or second in a file; null before the first report. */
    lastPosition: placeInFile.nullable(),
  })
  .meta({ id: 'ProgressAnswer' });

/** Answer of POST /api/training-assignments/{id}/view-session. */
export const viewSessionAnswer = progressAnswer
  .extend({
    viewSessionId: z.string(),
    startedAt: instant,
    moduleId: z.number(),
    versionId: z.number(),
    versionNumber: z.number(),
  })
  .meta({ id: 'ViewSessionAnswer' });
