import type { RecordSource } from '#server/domains/assignments/index.ts';
import type { FileTexts } from './training-file-texts.ts';

/**
 * Returns the source in which a completion was recorded before, for papers (USR-09): its name, the file with its SHA-256, and
 * that of the certificate.
 */
export function sourceText(
  { name, fileName, fileSha256, certificateSha256 }: RecordSource,
  texts: Pick<FileTexts, 'fromSource' | 'sourceFile' | 'sourceCertificate'>,
): string {
  const certificate = certificateSha256 === null ? '' : `. ${texts.sourceCertificate}: ${certificateSha256}`;
  return `${texts.fromSource}: ${name}. ${texts.sourceFile}: ${fileName}, SHA-256 ${fileSha256}${certificate}`;
}
