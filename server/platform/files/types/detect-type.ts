import type { InspectedFile } from '#server/platform/files/file-store.ts';
import { ebmlMagic, isMp4Family, startsWith } from '#server/platform/files/types/marks.ts';
import { judgeMp4 } from '#server/platform/files/types/mp4-type.ts';
import { judgeOle, oleMagic } from '#server/platform/files/types/ole-type.ts';
import { judgePdf, pdfMarkAt } from '#server/platform/files/types/pdf-facts.ts';
import { isPicture, judgePicture } from '#server/platform/files/types/picture-type.ts';
import { judgeText, markupOf } from '#server/platform/files/types/text-type.ts';
import type { FileContent, Verdict } from '#server/platform/files/types/verdict.ts';
import { judgeWebm } from '#server/platform/files/types/webm-type.ts';
import { isZip, judgeZip } from '#server/platform/files/types/zip-type.ts';

const named: Readonly<Record<string, FileContent>> = {
  exe: 'windows_program',
  elf: 'program',
  macho: 'program',
  rar: 'rar',
  '7z': 'seven_zip',
  mov: 'quicktime',
  avi: 'avi',
};

/**
 * Checks a file by its bytes (MOD-07, R-SEC-13): returns its type with the facts of its kind, or why it cannot be stored. The
 * name is not used here. The server calls `judgeFile`, which does this in another process (SEC-05).
 */
export async function detectType({ path, head, size }: InspectedFile): Promise<Verdict> {
  if (size === 0) return { problem: 'file_empty' };
  if (isPicture(head)) return judgePicture(path, head);
  if (isMp4Family(head)) return judgeMp4(path, head, size);
  if (startsWith(head, ebmlMagic)) return judgeWebm(path, size);
  if (isZip(head)) return judgeZip(path);
  if (startsWith(head, oleMagic)) return judgeOle(path);
  const { fileTypeFromBuffer } = await import('file-type');
  const known = await fileTypeFromBuffer(head);
  const mark = pdfMarkAt(head);
  if (mark >= 0 && (known === undefined || known.ext === 'pdf')) {
    // Some producers put a blank or a line before the mark; with a page or a program before it, the file would be of two types.
    const before = head.subarray(0, mark).toString('latin1');
    const instead = markupOf(before);
    return instead ? { instead } : judgePdf(path);
  }
  if (known?.ext === 'pdf') return { problem: 'file_not_pdf', as: 'pdf' };
  if (known && known.mime !== 'application/xml') {
    const instead = named[known.ext];
    return instead === undefined ? { mediaType: known.mime } : { instead };
  }
  return judgeText(path, head);
}
