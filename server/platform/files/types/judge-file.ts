import { z } from 'zod';
import { filesReasons } from '#shared/reasons/files.ts';
import { coursePackages } from '#shared/domain/modules/course-packages.ts';
import { fileContents, type PlainFileProblem, type Verdict } from '#server/platform/files/types/verdict.ts';
import { ParserError, type Parser, type ParserFault } from '#server/platform/sandbox/parser.ts';
import type { Sandbox } from '#server/platform/sandbox/sandbox.ts';

/** Longer than any text of the product; a longer one would come from the file. */
const words = z.string().max(400);

// The type defines the parameters of each problem. The child process is our code; only the file that it reads is not.
const verdictSchema = z.union([
  z.strictObject({
    type: z.strictObject({
      extension: z.string().regex(/^[a-z0-9]{1,8}$/),
      mime: z.string().regex(/^[a-z]+\/[\w.+-]+(?:; charset=[\w-]+)?$/),
      pages: z.int().min(1).max(10_000_000).exactOptional(),
      blank: z.boolean().exactOptional(),
      durationSeconds: z.number().positive().exactOptional(),
      package: z.enum(coursePackages).exactOptional(),
    }),
  }),
  z.strictObject({ instead: z.enum(fileContents) }),
  z.strictObject({ mediaType: words }),
  z.strictObject({
    problem: z.enum(Object.keys(filesReasons)),
    params: z.record(words, z.union([words, z.number()])).exactOptional(),
    as: words.exactOptional(),
  }),
]) as unknown as z.ZodType<Verdict>;

/**
 * The judgement of a file by its bytes; the facts of PDFs, pictures, videos, archives, office files and texts are read in
 * one run (MOD-07).
 */
const fileJudge: Parser<Verdict> = {
  name: 'file',
  entry: new URL('./judge-entry.ts', import.meta.url),
  result: verdictSchema,
};

const faults: Readonly<Record<Exclude<ParserFault, 'machine'>, PlainFileProblem>> = {
  too_slow: 'file_too_slow',
  too_much_memory: 'file_too_much_memory',
  crashed: 'file_unsafe',
};

/**
 * Checks a file by its bytes outside this process (SEC-05): one that overruns the limits or breaks its parser is refused for
 * that.
 */
export async function judgeFile(sandbox: Sandbox, path: string, person: string): Promise<Verdict> {
  try {
    return await sandbox.run(fileJudge, path, person);
  } catch (error) {
    if (!(error instanceof ParserError) || error.fault === 'machine') throw error;
    return { problem: faults[error.fault] };
  }
}
