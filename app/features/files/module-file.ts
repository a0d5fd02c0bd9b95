import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulesContract } from '#shared/contract/modules.ts';

/** A file of a module's version. */
export type ModuleFile = ResponseOf<typeof modulesContract.get>['files'][number];

/** A way to show a file in the page. */
export type FileKind = 'pdf' | 'video' | 'image' | 'textFile' | 'download';

/** How a file is shown (SPEC §2.7, §2.17): by its type, which the server has checked by its bytes. */
export function kindOf({ contentType }: Pick<ModuleFile, 'contentType'>): FileKind {
  if (contentType === 'application/pdf') return 'pdf';
  if (contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('image/')) return 'image';
  return contentType.startsWith('text/plain') ? 'textFile' : 'download';
}
