import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerPattern, type ServerText } from '#app/lib/server-texts.ts';

/** What a file is instead of what its name says, as the server tells it. */
const contents: readonly ServerText[] = [
  ['a Windows program', msg`a Windows program`],
  ['a program', msg`a program`],
  ['a RAR archive', msg`a RAR archive`],
  ['a 7-Zip archive', msg`a 7-Zip archive`],
  ['a QuickTime video', msg`a QuickTime video`],
  ['an AVI video', msg`an AVI video`],
  ['a Matroska video', msg`a Matroska video`],
  ['a media file of unknown kind', msg`a media file of unknown kind`],
  ['an audio file', msg`an audio file`],
  ['a picture', msg`a picture`],
  ['a camera picture', msg`a camera picture`],
  ['an HTML page', msg`an HTML page`],
  ['an SVG image', msg`an SVG image`],
  ['XML', msg`XML`],
  ['an OpenDocument file', msg`an OpenDocument file`],
  ['an EPUB book', msg`an EPUB book`],
  ['an Outlook message', msg`an Outlook message`],
  [
    'a compound file of another kind than Word, Excel or PowerPoint',
    msg`a compound file of another kind than Word, Excel or PowerPoint`,
  ],
  ['not text', msg`not text`],
  ['something else', msg`something else`],
];

/** Why a file is not taken, to the letter, after its name (MOD-07). */
const reasons: readonly ServerPattern[] = [
  [
    /^“(.+)” is not of a type that can be uploaded\. Accepted are (.+)\.$/,
    msg({ message: '“{0}” is not of a type that can be uploaded. Accepted are {1}.' }),
  ],
  [
    /^“(.+)” is named \.(\w+), but its content is that of a \.(\w+) file\.$/,
    msg({ message: '“{0}” is named .{1}, but its content is that of a .{2} file.' }),
  ],
  [
    /^“(.+)” is named \.(\w+), but its content is (?<words>.+)\.$/,
    msg({ message: '“{0}” is named .{1}, but its content is {2}.' }),
  ],
  [/^a file of type (.+)$/, msg({ message: 'a file of type {0}' })],
  [
    /^“(.+)” is larger than the (\d+) MB allowed for its type\.$/,
    msg({ message: '“{0}” is larger than the {1} MB allowed for its type.' }),
  ],
  [/^“(.+)” is empty\.$/, msg({ message: '“{0}” is empty.' })],
  [/^“(.+)” did not arrive completely\.$/, msg({ message: '“{0}” did not arrive completely.' })],
  [
    /^“(.+)” could not be stored: there is not enough space\.$/,
    msg({ message: '“{0}” could not be stored: there is not enough space.' }),
  ],
  [
    /^“(.+)” is protected by a password\. Remove the password and try again\.$/,
    msg({ message: '“{0}” is protected by a password. Remove the password and try again.' }),
  ],
  [
    /^“(.+)” is damaged: page (\d+) cannot be read\.$/,
    msg({ message: '“{0}” is damaged: page {1} cannot be read.' }),
  ],
  [
    /^“(.+)” is damaged or not a PDF document\.$/,
    msg({ message: '“{0}” is damaged or not a PDF document.' }),
  ],
  [
    /^“(.+)” could not be checked: it takes too long to open\.$/,
    msg({ message: '“{0}” could not be checked: it takes too long to open.' }),
  ],
  [
    /^“(.+)” could not be checked: it needs too much memory to open\.$/,
    msg({ message: '“{0}” could not be checked: it needs too much memory to open.' }),
  ],
  [
    /^“(.+)” could not be checked: it is damaged or unsafe\.$/,
    msg({ message: '“{0}” could not be checked: it is damaged or unsafe.' }),
  ],
  [/^“(.+)” is damaged and cannot be read\.$/, msg({ message: '“{0}” is damaged and cannot be read.' })],
  [
    /^“(.+)” is an incomplete picture: it breaks off before its end\.$/,
    msg({ message: '“{0}” is an incomplete picture: it breaks off before its end.' }),
  ],
  [
    /^“(.+)” is a damaged picture and cannot be shown\.$/,
    msg({ message: '“{0}” is a damaged picture and cannot be shown.' }),
  ],
  [
    /^“(.+)” has (\d+) × (\d+) pixels: more than a browser can show\.$/,
    msg({ message: '“{0}” has {1} × {2} pixels: more than a browser can show.' }),
  ],
  [
    /^“(.+)” is an incomplete video: it breaks off before its end\.$/,
    msg({ message: '“{0}” is an incomplete video: it breaks off before its end.' }),
  ],
  [
    /^“(.+)” is an incomplete video: its index is missing\.$/,
    msg({ message: '“{0}” is an incomplete video: its index is missing.' }),
  ],
  [
    /^“(.+)” is an incomplete video: it has no tracks\.$/,
    msg({ message: '“{0}” is an incomplete video: it has no tracks.' }),
  ],
  [
    /^“(.+)” is a video without a length: neither its header nor its pictures say how long it is\.$/,
    msg({
      message: '“{0}” is a video without a length: neither its header nor its pictures say how long it is.',
    }),
  ],
  [
    /^“(.+)” has (.+) video, which browsers cannot play\. Save it as MP4 with H\.264 and try again\.$/,
    msg({
      message: '“{0}” has {1} video, which browsers cannot play. Save it as MP4 with H.264 and try again.',
    }),
  ],
  [
    /^“(.+)” is not text in UTF-8 or UTF-16\. Save it in UTF-8 and try again\.$/,
    msg({ message: '“{0}” is not text in UTF-8 or UTF-16. Save it in UTF-8 and try again.' }),
  ],
  [
    /^“(.+)” unpacks to more than this installation allows\.$/,
    msg({ message: '“{0}” unpacks to more than this installation allows.' }),
  ],
  [/^“(.+)” holds too many files\.$/, msg({ message: '“{0}” holds too many files.' })],
  [
    /^“(.+)” holds a file whose path leads out of the archive\.$/,
    msg({ message: '“{0}” holds a file whose path leads out of the archive.' }),
  ],
  [
    /^“(.+)” is one part of an archive in several parts\.$/,
    msg({ message: '“{0}” is one part of an archive in several parts.' }),
  ],
  [
    /^“(.+)” is a damaged archive and cannot be read\.$/,
    msg({ message: '“{0}” is a damaged archive and cannot be read.' }),
  ],
  [/^“(.+)” is an empty archive\.$/, msg({ message: '“{0}” is an empty archive.' })],
  [
    /^“(.+)” holds declarations that an office file must not have \(DOCTYPE\)\.$/,
    msg({ message: '“{0}” holds declarations that an office file must not have (DOCTYPE).' }),
  ],
  [
    /^“(.+)” contains macros\. Save it without macros and try again\.$/,
    msg({ message: '“{0}” contains macros. Save it without macros and try again.' }),
  ],
  [
    /^“(.+)” has (.+) audio, which browsers cannot play\. Save it as MP4 with H\.264 and AAC and try again\.$/,
    msg({
      message:
        '“{0}” has {1} audio, which browsers cannot play. Save it as MP4 with H.264 and AAC and try again.',
    }),
  ],
  [
    /^“(.+)” is compressed with (.+), which cannot be read\. Compress it with Deflate and try again\.$/,
    msg({
      message: '“{0}” is compressed with {1}, which cannot be read. Compress it with Deflate and try again.',
    }),
  ],
  [
    /^“(.+)” is an archive with extra data after its end\. Create the archive again and retry\.$/,
    msg({
      message: '“{0}” is an archive with extra data after its end. Create the archive again and retry.',
    }),
  ],
  [
    /^“(.+)” is a course package \((.+)\), which cannot be played here yet\. Upload its documents or videos instead, or keep it as a download only\.$/,
    msg({
      message:
        '“{0}” is a course package ({1}), which cannot be played here yet. Upload its documents or videos instead, or keep it as a download only.',
    }),
  ],
];

addServerTexts(contents, reasons);
