import type { z } from 'zod';
import type { documentVersion } from '#shared/contract/hr-schemas.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';

/** A version of a document of the HR area. */
export type DocumentVersion = z.output<typeof documentVersion>;

/** The file of a version as the parts that show files take it (MOD-09): a converted one as its PDF. */
export function shownFile(version: Pick<DocumentVersion, 'file' | 'uploadedAt' | 'uploadedBy'>): ModuleFile {
  const { file, uploadedAt, uploadedBy } = version;
  const { converted } = file;
  const conversion =
    converted === 'converted'
      ? ({ state: 'converted', url: `${file.url}?pdf=true`, pages: 1 } as const)
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
    uploadedAt,
    uploadedBy,
    conversion,
  };
}
