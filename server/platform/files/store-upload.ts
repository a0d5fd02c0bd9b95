import type { Readable } from 'node:stream';
import { AppError, type ErrorCode } from '#shared/contract/errors.ts';
import type { ReasonWithParams } from '#shared/reasons/reasons.ts';
import { judgeFile } from '#server/platform/files/types/judge-file.ts';
import { looksLikeVideo } from '#server/platform/files/types/marks.ts';
import type { FileType, Verdict } from '#server/platform/files/types/verdict.ts';
import type { Services } from '#server/platform/services.ts';

/** The rules for an upload. */
export interface UploadRules {
  /** Accepted extensions, in lower case; several may mean one type ('jpg', 'jpeg'). */
  readonly extensions: readonly string[];
  /** Largest sizes in bytes. */
  readonly limits: { readonly document: number; readonly video: number };
  /** The person who uploads: the people whose files are examined take turns (SEC-05). */
  readonly person: string;
}

/** One file on its way in. */
export interface IncomingFile {
  /** The name that the sender gave; only its last part counts. */
  readonly name: string;
  /** Name of the multipart part, for the error's path. */
  readonly field: string;
  readonly stream: Readable & { readonly truncated?: boolean };
}

/** A file in the store without a row. */
export interface AcceptedFile {
  readonly originalName: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly type: FileType;
}

const videos: ReadonlySet<string> = new Set(['mp4', 'webm']);
const sameType: Readonly<Record<string, string>> = { jpeg: 'jpg' };

/**
 * Takes one upload into the store (MOD-07, DESIGN rule 9, R-SEC-13). Throws AppError FILE_REFUSED, FILE_TOO_LARGE,
 * STORAGE_FULL whose field error names file and reason. The stream is left to the caller to drain.
 */
export async function storeUpload(
  { files, sandbox }: Pick<Services, 'files' | 'sandbox'>,
  file: IncomingFile,
  rules: UploadRules,
): Promise<AcceptedFile> {
  const originalName = baseName(file.name);
  const extension = extensionOf(originalName);
  const refuse = (trouble: ReasonWithParams, code: ErrorCode = 'FILE_REFUSED') =>
    new AppError(code, { errors: [{ path: file.field, ...trouble }] });
  if (!rules.extensions.includes(extension)) {
    const known = rules.extensions.map((name) => name.toUpperCase()).join(', ');
    throw refuse({ reason: 'file_type_unknown', params: { name: originalName, types: known } });
  }
  let found: FileType | undefined;
  try {
    const { sha256, size } = await files.put(file.stream, {
      // Name and bytes must both be those of a video, so that a file that is refused anyway is not received completely first.
      maxBytes: (head) =>
        videos.has(extension) && looksLikeVideo(head) ? rules.limits.video : rules.limits.document,
      inspect: async (stored) => {
        if (file.stream.truncated === true)
          throw refuse({ reason: 'file_incomplete', params: { name: originalName } });
        const verdict = await judgeFile(sandbox, stored.path, rules.person);
        if (!('type' in verdict) || verdict.type.extension !== (sameType[extension] ?? extension)) {
          throw refuse(reasonOf(verdict, originalName, extension));
        }
        found = verdict.type;
      },
    });
    if (!found) throw new Error('the store did not have the upload inspected');
    return { originalName, sha256, size, type: found };
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_TOO_LARGE') {
      const limit = Number(error.extra?.['limit']);
      const megabytes = Math.floor(limit / 1024 / 1024);
      throw refuse({ reason: 'file_larger', params: { name: originalName, megabytes } }, 'FILE_TOO_LARGE');
    }
    if (error instanceof AppError && error.code === 'STORAGE_FULL') {
      throw refuse({ reason: 'file_no_space', params: { name: originalName } }, 'STORAGE_FULL');
    }
    throw error;
  }
}

function reasonOf(verdict: Verdict, name: string, extension: string): ReasonWithParams {
  const named = { name, extension };
  if ('type' in verdict)
    return { reason: 'file_is_other_type', params: { ...named, actual: verdict.type.extension } };
  if ('mediaType' in verdict)
    return { reason: 'file_is_media_type', params: { ...named, type: verdict.mediaType } };
  if ('instead' in verdict)
    return { reason: 'file_is_other_thing', params: { ...named, content: verdict.instead } };
  if (verdict.as !== undefined && verdict.as !== extension)
    return { reason: 'file_is_other_thing', params: { ...named, content: 'other' } };
  // The verdict has the other parameters of its problem.
  return { reason: verdict.problem, params: { name, ...verdict.params } } as ReasonWithParams;
}

/** Returns a name as people write it: one spelling of accents, no invisible characters, no folders. */
export function baseName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Marks that turn the direction of text make 'fdp.exe' look like 'exe.pdf'.
  const shown = last
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return shown === '' ? 'file' : shown.slice(-200);
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
