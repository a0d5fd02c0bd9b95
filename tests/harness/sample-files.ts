/** Files for tests, made in code: small, real, of every type that can be uploaded (MOD-07), and bad ones. */
import { crc32, deflateRawSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A PDF with so many pages; `title` makes its bytes its own, `userPassword` encrypts it. */
export async function makePdf(
  pages: number,
  options: { readonly title?: string; readonly userPassword?: string } = {},
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A5',
    autoFirstPage: false,
    info: { Title: options.title ?? 'Sample' },
    ...(options.userPassword === undefined
      ? {}
      : { userPassword: options.userPassword, pdfVersion: '1.7' as const }),
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  for (let page = 1; page <= pages; page += 1) {
    document
      .addPage()
      .fontSize(20)
      .text(`${options.title ?? 'Sample'}: page ${String(page)}`);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** One entry of {@link makeZip}. */
export interface ZipEntry {
  readonly name: string;
  readonly data: string | Buffer;
  /** What the headers say of the size, where they lie. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
}

/** A ZIP archive with deflated entries; `overlap` lists the first one so many times more, over the same bytes. */
export function makeZip(entries: readonly ZipEntry[], { overlap = 0 } = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data);
    const packed = deflateRawSync(data);
    const name = Buffer.from(entry.name, 'utf8');
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE((entry.encrypted === true ? 1 : 0) | 0x800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.claimedSize ?? data.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const [first] = central;
  if (first) central.push(...Array.from({ length: overlap }, () => first));
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const officeParts = {
  docx: [
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ],
  pptx: [
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  ],
  xlsx: ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
  docm: ['word/document.xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'],
} as const;

/** An Office Open XML file with its content types and main part. */
export function makeOffice(kind: keyof typeof officeParts): Buffer {
  const [part, type] = officeParts[kind];
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${type}"/></Types>`,
    },
    { name: part, data: '<?xml version="1.0"?><document/>' },
  ]);
}

/** An Office file from before 2007: a compound file whose directory names the stream. */
export function makeOle(stream: string): Buffer {
  const header = Buffer.alloc(512, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  const directory = Buffer.alloc(512);
  for (const [index, name] of ['Root Entry', stream].entries()) {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, index * 128 + 64);
  }
  return Buffer.concat([header, table, directory]);
}

function box(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** The boxes of an MP4 that says so many seconds; `padding` bytes make it as long as a test wants. */
export function makeMp4(
  seconds: number,
  options: { readonly padding?: number; readonly brand?: string } = {},
): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1000, 12);
  movie.writeUInt32BE(Math.round(seconds * 1000), 16);
  return Buffer.concat([
    box('ftyp', Buffer.from(`${options.brand ?? 'isom'}\0\0\x02\0isomavc1`, 'latin1')),
    box('moov', box('mvhd', movie), box('trak', Buffer.alloc(16))),
    box('mdat', Buffer.alloc(options.padding ?? 32)),
  ]);
}

/** The elements of a WEBM (or another document type of EBML) that says so many seconds. */
export function makeWebm(seconds: number, docType = 'webm'): Buffer {
  const element = (id: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(0x10000000 | body.length);
    return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
  };
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  const info = element(
    '1549a966',
    Buffer.concat([element('2ad7b1', Buffer.from('0f4240', 'hex')), element('4489', duration)]),
  );
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from(docType, 'latin1'))),
    element('18538067', Buffer.concat([info, element('1f43b675', Buffer.alloc(8))])),
  ]);
}

/** A picture of one pixel. */
export const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture of one pixel. */
export const sampleGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** The beginning and end of a photograph. */
export const sampleJpg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
/** The beginning of a Windows program. */
export const sampleExe = Buffer.concat([Buffer.from('MZ', 'latin1'), Buffer.alloc(200)]);
