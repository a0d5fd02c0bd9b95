import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulesContract } from '#shared/contract/modules.ts';

/** A file of a module's version. */
export type ModuleFile = ResponseOf<typeof modulesContract.get>['files'][number];

/** A way to show a file in the page. */
export type FileKind = 'pdf' | 'video' | 'image' | 'textFile' | 'download';

/** Returns the PDF to which an office file was converted (MOD-09); null if there is none. */
function pdfOf({ conversion }: Pick<ModuleFile, 'conversion'>) {
  return conversion?.state === 'converted' ? conversion : null;
}

/** Returns how a file is shown (SPEC §2.7, §2.17): by its type, which the server has checked by its bytes; converted files as PDF. */
export function kindOf(file: Pick<ModuleFile, 'contentType' | 'conversion'>): FileKind {
  const { contentType } = file;
  if (contentType === 'application/pdf' || pdfOf(file)) return 'pdf';
  if (contentType.startsWith('video/')) return 'video';
  if (contentType.startsWith('image/')) return 'image';
  return contentType.startsWith('text/plain') ? 'textFile' : 'download';
}

/** Returns the address of the file shown in the page: of the PDF if the file was converted to one. */
export function shownUrl(file: Pick<ModuleFile, 'url' | 'conversion'>): string {
  return pdfOf(file)?.url ?? file.url;
}

/** Returns the pages that are read and counted, of a PDF or of the PDF to which the file was converted; null without pages. */
export function pagesOf(file: Pick<ModuleFile, 'pages' | 'conversion'>): number | null {
  return pdfOf(file)?.pages ?? file.pages;
}

/** The interval at which a running conversion is checked, in milliseconds. */
const askEvery = 3000;

/** For queries of a module: repeats the query while one of its files is being converted (MOD-09). */
export function whileConverting(query: {
  readonly state: { readonly data: { readonly files: readonly ModuleFile[] } | undefined };
}): number | false {
  const files = query.state.data?.files ?? [];
  return files.some(({ conversion }) => conversion?.state === 'pending') ? askEvery : false;
}
