import { extensionOf } from './file-name.ts';

/** The kinds of size limits of files (MOD-07). */
export type UploadKind = 'document' | 'image' | 'archive' | 'video';

/** A type of file that may be uploaded (MOD-07). */
export interface UploadType {
  /** Extension in lower case, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  readonly kind: UploadKind;
  /** Whether it is previewed in the page (SPEC §2.7, §9; MOD-09). */
  readonly preview: boolean;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** Every type that may be uploaded (MOD-07); the server still judges the bytes. */
export const uploadTypes: readonly UploadType[] = [
  { extension: 'pdf', mediaType: 'application/pdf', kind: 'document', preview: true },
  { extension: 'mp4', mediaType: 'video/mp4', kind: 'video', preview: true },
  { extension: 'webm', mediaType: 'video/webm', kind: 'video', preview: true },
  {
    extension: 'pptx',
    mediaType: `${OFFICE}.presentationml.presentation`,
    kind: 'document',
    preview: false,
  },
  { extension: 'ppt', mediaType: 'application/vnd.ms-powerpoint', kind: 'document', preview: false },
  {
    extension: 'docx',
    mediaType: `${OFFICE}.wordprocessingml.document`,
    kind: 'document',
    preview: false,
  },
  { extension: 'doc', mediaType: 'application/msword', kind: 'document', preview: false },
  { extension: 'xlsx', mediaType: `${OFFICE}.spreadsheetml.sheet`, kind: 'document', preview: false },
  { extension: 'xls', mediaType: 'application/vnd.ms-excel', kind: 'document', preview: false },
  {
    extension: 'ppsx',
    mediaType: `${OFFICE}.presentationml.slideshow`,
    kind: 'document',
    preview: false,
  },
  { extension: 'odt', mediaType: `${OPEN}.text`, kind: 'document', preview: false },
  { extension: 'ods', mediaType: `${OPEN}.spreadsheet`, kind: 'document', preview: false },
  { extension: 'odp', mediaType: `${OPEN}.presentation`, kind: 'document', preview: false },
  { extension: 'txt', mediaType: 'text/plain', kind: 'document', preview: true },
  { extension: 'zip', mediaType: 'application/zip', kind: 'archive', preview: false },
  { extension: 'jpg', mediaType: 'image/jpeg', kind: 'image', preview: true },
  { extension: 'jpeg', mediaType: 'image/jpeg', kind: 'image', preview: true },
  { extension: 'png', mediaType: 'image/png', kind: 'image', preview: true },
  { extension: 'gif', mediaType: 'image/gif', kind: 'image', preview: true },
  { extension: 'webp', mediaType: 'image/webp', kind: 'image', preview: true },
];

/** The extensions that the bulk dialog accepts (SPEC §5), and their kin (MOD-07). */
export const bulkDialogExtensions = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'odt',
  'ods',
  'odp',
  'ppsx',
] as const;

/** Returns the upload type by a file's extension, undefined if it is not accepted (MOD-07). */
export function uploadTypeOf(fileName: string): UploadType | undefined {
  const extension = extensionOf(fileName);
  return uploadTypes.find((type) => type.extension === extension);
}

/** Returns whether a file is previewed in the page by its name (SPEC §2.7, MOD-09). */
export function isPreviewable(fileName: string): boolean {
  return uploadTypeOf(fileName)?.preview ?? false;
}
