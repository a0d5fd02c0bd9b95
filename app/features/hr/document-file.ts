import type { z } from 'zod';
import type { documentVersion } from '#shared/contract/hr-schemas.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import type { DocumentSight } from '#app/features/hr/use-page-reports.ts';

/** Returns the PDF of a converted office file, in the form of {@link shownFile}. */
const convertedAt = (url: string) => ({ state: 'converted', url: `${url}?pdf=true`, pages: 1 }) as const;

/** A version of a document of the HR area. */
export type DocumentVersion = z.output<typeof documentVersion>;

/** Returns the file of a version for the components that show files (MOD-09): a converted one as its PDF. */
export function shownFile(version: Pick<DocumentVersion, 'file' | 'uploadedAt' | 'uploadedBy'>): ModuleFile {
  const { file, uploadedAt, uploadedBy } = version;
  const { converted } = file;
  const conversion =
    converted === 'converted'
      ? convertedAt(file.url)
      : converted === 'pending'
        ? ({ state: 'pending' } as const)
        : null;
  return {
    name: file.url,
    originalName: file.name,
    url: file.url,
    size: file.size,
    contentType: file.contentType,
    sha256: file.sha256,
    pages: null,
    isBlank: false,
    durationSeconds: null,
    package: null,
    uploadedAt,
    uploadedBy,
    conversion,
  };
}

/** Returns the file of a document with its current conversion, which may have ended since the file was listed. */
export function fileNow(file: ModuleFile, { preparing, pages }: DocumentSight): ModuleFile {
  if (preparing || file.conversion?.state !== 'pending') return file;
  return { ...file, conversion: pages === null ? null : convertedAt(file.url) };
}
