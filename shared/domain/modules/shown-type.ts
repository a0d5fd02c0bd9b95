import { uploadTypes } from './uploads.ts';

/** A file as its type is shown: by the media type that the server found in its bytes. */
interface TypedFile {
  readonly contentType: string;
  readonly conversion: { readonly state: string } | null;
}

/** Returns the short name of a media type: 'PDF', 'DOCX'; an unknown one stays unchanged. */
export function fileTypeName(mediaType: string): string {
  const plain = mediaType.split(';')[0];
  return uploadTypes.find((type) => type.mediaType === plain)?.extension.toUpperCase() ?? mediaType;
}

const isShownAsPdf = ({ contentType, conversion }: TypedFile): boolean =>
  contentType === 'application/pdf' || conversion?.state === 'converted';

/**
 * Returns the content type that cards and the viewer show (MOD-03, VIEW-01). It is the module's type. A module without PDF files
 * is not shown as PDF, because quick-create only proposes that type for unknown files (SPEC §9).
 */
export function shownContentType(contentType: string, files: readonly TypedFile[] = []): string {
  const [first] = files;
  if (contentType !== 'pdf' || first === undefined || files.some(isShownAsPdf)) return contentType;
  return fileTypeName(first.contentType);
}
