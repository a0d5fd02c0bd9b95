import { uploadTypes } from './uploads.ts';

/** A file as its type is shown: by the media type that the server found in its bytes. */
interface TypedFile {
  readonly contentType: string;
  readonly conversion: { readonly state: string } | null;
}

/** The short name of a media type: 'PDF', 'DOCX'; an unknown one stays as it is. */
export function fileTypeName(mediaType: string): string {
  const plain = mediaType.split(';')[0];
  return uploadTypes.find((type) => type.mediaType === plain)?.extension.toUpperCase() ?? mediaType;
}

const isShownAsPdf = ({ contentType, conversion }: TypedFile): boolean =>
  contentType === 'application/pdf' || conversion?.state === 'converted';

/**
 * The content type that cards and the viewer name (MOD-03, VIEW-01): the module's, but a module whose files are no PDF is not called one: what
 * quick-create proposes for unknown files (SPEC §9) is no more than a proposal.
 */
export function shownContentType(contentType: string, files: readonly TypedFile[] = []): string {
  const [first] = files;
  if (contentType !== 'pdf' || first === undefined || files.some(isShownAsPdf)) return contentType;
  return fileTypeName(first.contentType);
}
