import { AppError } from '#shared/contract/errors.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { notText } from '#server/platform/http/text-only.ts';
import { countUpload, type UploadTurn } from '#server/platform/files/upload-quota.ts';
import { baseName } from '#server/platform/files/store-upload.ts';

/** A file that was received completely and will be deleted again. */
export interface PassedFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** The text fields that came before the file. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Carries an answer out of the store, which then stores nothing. */
class Passed extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('passed');
    this.answer = answer;
  }
}

/**
 * Receives one file of a multipart call, passes it to `take` under its temporary name, and deletes it: its bytes are never stored.
 * Throws VALIDATION_FAILED, FILE_TOO_LARGE, UPLOAD_LIMIT_REACHED and the errors of `take`.
 */
export async function passUpload<Answer>(
  ctx: RequestContext,
  rules: { readonly field: string; readonly largest: number; readonly texts: readonly string[] },
  take: (file: PassedFile) => Promise<Answer>,
): Promise<Answer> {
  let turn: UploadTurn | undefined;
  try {
    turn = await countUpload(ctx);
    return await receive(ctx, rules, turn, take);
  } catch (error) {
    const { raw } = ctx.request;
    if (raw.destroyed && !raw.complete) throw new AppError('MALFORMED_BODY', { reason: 'upload_broken_off' });
    raw.unpipe();
    // As with other uploads, the rest of a refused call is read and discarded once the answer is sent.
    ctx.reply.raw.once('finish', () => raw.resume());
    throw error;
  } finally {
    await turn
      ?.settle()
      .catch((error: unknown) => ctx.services.log.warn({ err: error }, 'upload not counted'));
  }
}

async function receive<Answer>(
  ctx: RequestContext,
  {
    field,
    largest,
    texts: known,
  }: { readonly field: string; readonly largest: number; readonly texts: readonly string[] },
  turn: UploadTurn,
  take: (file: PassedFile) => Promise<Answer>,
): Promise<Answer> {
  const texts: Record<string, string> = {};
  for await (const part of ctx.request.parts({
    limits: { fileSize: largest + 1, files: 1, fields: 10, fieldSize: 1000 },
  })) {
    if (part.type === 'field') {
      if (!known.includes(part.fieldname)) throw wrong(part.fieldname, 'unknown_field');
      const value = String(part.value);
      if (notText({ [part.fieldname]: value })) throw wrong(part.fieldname, 'not_plain_text');
      texts[part.fieldname] = value;
      continue;
    }
    if (part.fieldname !== field) throw wrong(part.fieldname, 'unknown_field');
    const name = baseName((part.filename ?? '').replaceAll('%22', '"'));
    await turn.countFile();
    try {
      await ctx.services.files.put(part.file, {
        maxBytes: largest,
        inspect: async ({ path, size }) => {
          throw new Passed(await take({ path, name, size, texts }));
        },
      });
    } catch (error) {
      if (error instanceof Passed) return error.answer as Answer;
      if (error instanceof AppError && error.code === 'FILE_TOO_LARGE') {
        const params = { name, megabytes: Math.floor(largest / 1024 / 1024) };
        throw new AppError('FILE_TOO_LARGE', { errors: [{ path: field, reason: 'file_larger', params }] });
      }
      throw error;
    }
  }
  throw wrong(field, 'file_needed');
}

function wrong(path: string, reason: 'unknown_field' | 'not_plain_text' | 'file_needed'): AppError {
  return new AppError('VALIDATION_FAILED', { errors: [{ path: path || 'form', reason }] });
}
