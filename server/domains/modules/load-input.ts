import { z } from 'zod';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { wrongField } from '#server/domains/modules/modules.store.ts';
import { acceptedOf, type ReceivedFile } from '#server/domains/modules/receive-uploads.ts';

/**
 * Returns the files of `load` by the number in their part's name (MOD-06); refuses a number given twice and a count that differs.
 */
export function orderedFiles(
  files: readonly ReceivedFile[],
  announced: number | undefined,
): readonly AcceptedFile[] {
  if (announced !== undefined && announced !== files.length) {
    throw wrongField('fileCount', {
      reason: 'files_announced',
      params: { announced, received: files.length },
    });
  }
  const numbers = new Set<number>();
  for (const { field } of files) {
    const number = numberOf(field);
    if (numbers.has(number)) throw wrongField(field, 'given_twice');
    numbers.add(number);
  }
  return acceptedOf(files.toSorted((a, b) => numberOf(a.field) - numberOf(b.field)));
}

const numberOf = (field: string): number => Number(field.slice('file_'.length));

const names = z.array(z.string().max(500)).max(300);

/** Returns the field `keepFiles`: a JSON list of names and part names; undefined when it was not sent. */
export function readNames(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  try {
    return names.parse(JSON.parse(text));
  } catch {
    throw wrongField('keepFiles', 'not_file_list');
  }
}

/**
 * Returns the place of a new file in `keepFiles` by the name of its part (MOD-06): no stored file is called so, they have
 * extensions.
 */
export function partNumber(name: string): number | null {
  return /^file_\d{1,4}$/.test(name) ? numberOf(name) : null;
}
