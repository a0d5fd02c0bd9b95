import type { MultipartFile } from '@fastify/multipart';
import { finished } from 'node:stream/promises';
import type { z } from 'zod';
import { AppError, type ErrorCode } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { fieldErrors } from '#server/platform/http/problem.ts';
import { notText } from '#server/platform/http/text-only.ts';
import { countUpload, type UploadTurn } from '#server/platform/files/upload-quota.ts';
import { storeUpload, type AcceptedFile } from '#server/platform/files/store-upload.ts';

/** A file part after it was received: stored, or refused with the reason that its sender reads. */
export interface ReceivedFile {
  readonly field: string;
  readonly originalName: string;
  readonly outcome: { readonly accepted: AcceptedFile } | { readonly refused: AppError };
}

/** Everything of one multipart call. */
export interface Received<Fields> {
  readonly fields: Fields;
  /** In the order of arrival. */
  readonly files: readonly ReceivedFile[];
}

/** The rules for the input of a call. */
export interface ReceiveRules<Fields extends z.ZodType> {
  readonly fields: Fields;
  /** Names of its file parts. */
  readonly fileField: RegExp;
  readonly maxFiles: number;
  /** Whether a refused file refuses the call at once. Otherwise it is listed with the accepted ones (MOD-05). */
  readonly allOrNothing: boolean;
  /** Accepted extensions, in lower case; the bytes must be of the same type (MOD-07). */
  readonly extensions: readonly string[];
  /** Largest file in bytes, if it is less than the configured limit of its type. */
  readonly largest?: number;
}

/** The refusals of a file that the others of its call survive. */
const ofOneFile: ReadonlySet<ErrorCode> = new Set(['FILE_REFUSED', 'FILE_TOO_LARGE', 'UPLOAD_LIMIT_REACHED']);

/** Largest sum of all files of one call in bytes (R-SEC-13). */
const largestCall = 4 * 1024 * 1024 * 1024;

/**
 * Receives a multipart call: every file part is streamed into the store as it arrives, never completely in memory (MOD-07).
 * Throws AppError with the field; once the answer is sent, the rest of a refused call is read and discarded, so that its sender
 * receives the answer.
 */
export async function receiveUploads<Fields extends z.ZodType>(
  ctx: RequestContext,
  rules: ReceiveRules<Fields>,
): Promise<Received<z.output<Fields>>> {
  const { raw } = ctx.request;
  let turn: UploadTurn | undefined;
  try {
    turn = await countUpload(ctx);
    return await receive(ctx, rules, turn);
  } catch (error) {
    if (raw.destroyed && !raw.complete) {
      throw new AppError('MALFORMED_BODY', { reason: 'upload_broken_off' });
    }
    raw.unpipe();
    // The rest is not discarded earlier, because bytes sent while the answer is prepared would be read for nothing.
    ctx.reply.raw.once('finish', () => raw.resume());
    throw error;
  } finally {
    // Files that have arrived are not refused because a count stays too high until tomorrow.
    await turn
      ?.settle()
      .catch((error: unknown) => ctx.services.log.warn({ err: error }, 'upload not counted'));
  }
}

async function receive<Fields extends z.ZodType>(
  ctx: RequestContext,
  rules: ReceiveRules<Fields>,
  turn: UploadTurn,
): Promise<Received<z.output<Fields>>> {
  if (Number(ctx.request.headers['content-length'] ?? 0) > largestCall) throw new AppError('BODY_TOO_LARGE');
  const texts: Record<string, string> = {};
  const files: ReceivedFile[] = [];
  let total = 0;
  const parts = ctx.request.parts({
    // The store enforces the size of files, by their type.
    limits: {
      fileSize: largestCall,
      files: rules.maxFiles,
      fields: 50,
      fieldSize: 2 * 1024 * 1024,
      headerPairs: 50,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.fieldname in texts) throw wrong(part.fieldname, 'given_twice');
      if (part.valueTruncated) throw wrong(part.fieldname, 'body_too_large');
      const value = String(part.value);
      if (notText({ [part.fieldname]: value })) throw wrong(part.fieldname, 'not_plain_text');
      texts[part.fieldname] = value;
      continue;
    }
    if (!rules.fileField.test(part.fieldname)) throw wrong(part.fieldname, 'unknown_field');
    const file = await receiveFile(ctx, part, rules, turn);
    if ('refused' in file.outcome && rules.allOrNothing) throw file.outcome.refused;
    if ('accepted' in file.outcome) total += file.outcome.accepted.size;
    if (total > largestCall) throw new AppError('BODY_TOO_LARGE');
    files.push(file);
    if ('refused' in file.outcome) await drain(part);
  }
  const parsed = rules.fields.safeParse(texts);
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error).map((error) => ({ ...error, path: error.path || 'body' }));
    throw new AppError('VALIDATION_FAILED', { errors });
  }
  ctx.received({ fields: parsed.data, files: files.map(identityOf) });
  return { fields: parsed.data, files };
}

/** Returns the identity of a file part: its bytes, or the reason why they were refused. */
function identityOf({ field, originalName, outcome }: ReceivedFile): readonly string[] {
  const content = 'accepted' in outcome ? outcome.accepted.sha256 : JSON.stringify(outcome.refused.said);
  return [field, originalName, content];
}

async function receiveFile(
  ctx: RequestContext,
  part: MultipartFile,
  { extensions, largest }: Pick<ReceiveRules<z.ZodType>, 'extensions' | 'largest'>,
  turn: UploadTurn,
): Promise<ReceivedFile> {
  const { config } = ctx.services;
  // Browsers write a quotation mark in a file's name so (WHATWG, multipart/form-data encoding).
  const name = (part.filename ?? '').replaceAll('%22', '"');
  const incoming = { name, field: part.fieldname, stream: part.file };
  const named = { field: part.fieldname, originalName: incoming.name };
  try {
    await turn.countFile();
    const limits = largest === undefined ? config.uploadLimits : { document: largest, video: largest };
    const accepted = await storeUpload(ctx.services, incoming, {
      extensions,
      limits,
      person: ctx.actor.id,
    });
    return { ...named, outcome: { accepted } };
  } catch (error) {
    if (error instanceof AppError && ofOneFile.has(error.code)) {
      return { ...named, outcome: { refused: error } };
    }
    throw error;
  }
}

async function drain(part: MultipartFile): Promise<void> {
  part.file.resume();
  if (!part.file.readableEnded) await finished(part.file, { writable: false });
}

function wrong(path: string, reason: PlainReason): AppError {
  // A part without a name is wrong as a part of the form.
  return new AppError('VALIDATION_FAILED', { errors: [{ path: path || 'form', reason }] });
}

/** Returns the accepted files of a call that accepts all or nothing. */
export function acceptedOf(files: readonly ReceivedFile[]): readonly AcceptedFile[] {
  return files.flatMap((file) => ('accepted' in file.outcome ? [file.outcome.accepted] : []));
}
