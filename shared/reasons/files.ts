import type { ReasonEntries } from './reason.ts';

/** The reasons why a file is refused. */
export const filesReasons = {
  file_type_unknown: [
    '“{name}” is not of a type that can be uploaded. Accepted are {types}.',
    'The extension of the name is not accepted.',
    { name: 'text', types: 'text' },
  ],
  file_is_other_type: [
    '“{name}” is named .{extension}, but its content is that of a .{actual} file.',
    'The bytes are those of another type.',
    { name: 'text', extension: 'text', actual: 'text' },
  ],
  file_is_other_thing: [
    '“{name}” is named .{extension}, but its content is {content, select, windows_program {a Windows program} program {a program} rar {a RAR archive} seven_zip {a 7-Zip archive} quicktime {a QuickTime video} avi {an AVI video} matroska {a Matroska video} unknown_media {a media file of unknown kind} audio {an audio file} picture {a picture} camera_picture {a camera image} html {an HTML page} svg {an SVG image} xml {XML} open_document {an OpenDocument file} epub {an EPUB book} outlook {an Outlook message} compound {a compound file that is not Word, Excel or PowerPoint} binary {not text} other {something else}}.',
    'The bytes are of a kind that is not uploaded.',
    { name: 'text', extension: 'text', content: 'text' },
  ],
  file_is_media_type: [
    '“{name}” is named .{extension}, but its content is a file of type {type}.',
    'The bytes are of another media type.',
    { name: 'text', extension: 'text', type: 'text' },
  ],
  file_larger: [
    '“{name}” is larger than the {megabytes} MB allowed for its type.',
    'The file is larger than its type may be.',
    { name: 'text', megabytes: 'number' },
  ],
  file_empty: ['“{name}” is empty.', 'The file has no bytes.', { name: 'text' }],
  file_incomplete: [
    '“{name}” did not arrive completely.',
    'The upload ended before the file did.',
    { name: 'text' },
  ],
  file_no_space: [
    '“{name}” could not be stored: there is not enough space.',
    'The disk is full.',
    { name: 'text' },
  ],
  file_locked: [
    '“{name}” is protected by a password. Remove the password and try again.',
    'The file is encrypted.',
    { name: 'text' },
  ],
  file_page_damaged: [
    '“{name}” is damaged: page {page} cannot be read.',
    'A page of the PDF cannot be opened.',
    { name: 'text', page: 'number' },
  ],
  file_not_pdf: ['“{name}” is damaged or not a PDF document.', 'The PDF cannot be opened.', { name: 'text' }],
  file_too_slow: [
    '“{name}” could not be checked: it takes too long to open.',
    'The parser of the file did not end in time.',
    { name: 'text' },
  ],
  file_too_much_memory: [
    '“{name}” could not be checked: it needs too much memory to open.',
    'The parser of the file ran out of memory.',
    { name: 'text' },
  ],
  file_unsafe: [
    '“{name}” could not be checked: it is damaged or unsafe.',
    'The parser of the file ended without an answer.',
    { name: 'text' },
  ],
  file_damaged: [
    '“{name}” is damaged and cannot be read.',
    'The compound file cannot be opened.',
    { name: 'text' },
  ],
  file_picture_incomplete: [
    '“{name}” is an incomplete picture: it breaks off before its end.',
    'The picture has no end.',
    { name: 'text' },
  ],
  file_picture_damaged: [
    '“{name}” is a damaged picture and cannot be shown.',
    'The picture cannot be decoded.',
    { name: 'text' },
  ],
  file_picture_too_large: [
    '“{name}” has {width} × {height} pixels: more than a browser can show.',
    'The picture has too many pixels.',
    { name: 'text', width: 'number', height: 'number' },
  ],
  file_video_incomplete: [
    '“{name}” is an incomplete video: it breaks off before its end.',
    'The video has no end.',
    { name: 'text' },
  ],
  file_video_no_index: [
    '“{name}” is an incomplete video: its index is missing.',
    'The video has no index.',
    { name: 'text' },
  ],
  file_video_no_tracks: [
    '“{name}” is an incomplete video: it has no tracks.',
    'The video has no tracks.',
    { name: 'text' },
  ],
  file_video_no_length: [
    '“{name}” is a video without a length: neither its header nor its pictures say how long it is.',
    'Nobody can say when the video was watched to its end.',
    { name: 'text' },
  ],
  file_video_unplayable: [
    '“{name}” has {coding} video, which browsers cannot play. Save it as MP4 with H.264 and try again.',
    'No browser plays the coding of the pictures.',
    { name: 'text', coding: 'text' },
  ],
  file_video_inaudible: [
    '“{name}” has {coding} audio, which browsers cannot play. Save it as MP4 with H.264 and AAC and try again.',
    'No browser plays the coding of the sound.',
    { name: 'text', coding: 'text' },
  ],
  file_not_utf: [
    '“{name}” is not text in UTF-8 or UTF-16. Save it in UTF-8 and try again.',
    'The text is in another encoding.',
    { name: 'text' },
  ],
  file_unpacks_too_large: [
    '“{name}” unpacks to more than this installation allows.',
    'The archive inflates to too many bytes.',
    { name: 'text' },
  ],
  file_too_many_files: [
    '“{name}” contains too many files.',
    'The archive has too many entries.',
    { name: 'text' },
  ],
  file_leads_out: [
    '“{name}” contains a file whose path leads outside the archive.',
    'A path in the archive is absolute or climbs.',
    { name: 'text' },
  ],
  file_one_of_several: [
    '“{name}” is one part of an archive in several parts.',
    'The archive is split.',
    { name: 'text' },
  ],
  file_archive_damaged: [
    '“{name}” is a damaged archive and cannot be read.',
    'The archive cannot be opened.',
    { name: 'text' },
  ],
  file_archive_empty: ['“{name}” is an empty archive.', 'The archive has no entries.', { name: 'text' }],
  file_declares_doctype: [
    '“{name}” contains declarations that an office file must not have (DOCTYPE).',
    'A part of the office file declares a document type.',
    { name: 'text' },
  ],
  file_has_macros: [
    '“{name}” contains macros. Save it without macros and try again.',
    'The office file has macros.',
    { name: 'text' },
  ],
  file_compression_unknown: [
    '“{name}” is compressed with {method}, which cannot be read. Compress it with Deflate and try again.',
    'The archive uses another compression.',
    { name: 'text', method: 'text' },
  ],
  file_data_after_end: [
    '“{name}” is an archive with extra data after its end. Create the archive again and retry.',
    'The archive goes on after its end.',
    { name: 'text' },
  ],
  file_is_course: [
    '“{name}” is a course package ({package}), which cannot be played here yet. Upload its documents or videos instead, or keep it as a download only.',
    'The archive is a course to be played.',
    { name: 'text', package: 'text' },
  ],
} as const satisfies ReasonEntries;
