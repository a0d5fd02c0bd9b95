/** Files for tests, made in code: small, real, of every type that can be uploaded (MOD-07), and bad ones. */
import { crc32, deflateRawSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { alike } from './judged-once.ts';

/** What {@link makePdf} may be told. */
export interface PdfChoice {
  readonly title?: string;
  /** Encrypts it: it cannot be opened without this. */
  readonly userPassword?: string;
  /** Encrypts it: anybody may open it, but only who knows this may change it. */
  readonly ownerPassword?: string;
}

/** A PDF with so many pages; `title` makes its bytes its own. */
export async function makePdf(
  pages: number,
  { title = 'Sample', ...passwords }: PdfChoice = {},
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A5',
    autoFirstPage: false,
    info: { Title: title },
    pdfVersion: '1.7',
    ...passwords,
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  for (let page = 1; page <= pages; page += 1) {
    document
      .addPage()
      .fontSize(20)
      .text(`${title}: page ${String(page)}`);
  }
  document.end();
  await ended;
  return alike(Buffer.concat(chunks), `PDF ${String(pages)} ${JSON.stringify(passwords)}`);
}

/** A PDF of hand-written objects; the first is the catalogue. Text is taken byte by byte. */
export function rawPdf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.7\n'];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const part = `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = String(objects.length + 1);
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  const tail = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${String(length)}\n%%EOF\n`;
  return Buffer.from([...parts, table, tail].join(''), 'latin1');
}

/** A PDF object with a stream of this text. */
export const pdfStream = (text: string): string =>
  `<< /Length ${String(text.length)} >>\nstream\n${text}\nendstream`;

/** A PDF of thousands of pages in an instant, each with its number; all hang on one node of the tree, the hardest case for a reader. */
export function makeLongPdf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const first = 4;
  const refs = numbers.map((number) => `${String(first + 2 * (number - 1))} 0 R`);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${refs.join(' ')}] /Count ${String(pages)} /MediaBox [0 0 420 595] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number) => [
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F 3 0 R >> >> /Contents ${String(first + 2 * number - 1)} 0 R >>`,
      pdfStream(`BT /F 30 Tf 40 500 Td (Page ${String(number)} of ${String(pages)}) Tj ET`),
    ]),
  ]);
}

/** One entry of {@link makeZip}. */
export interface ZipEntry {
  readonly name: string;
  readonly data: string | Buffer;
  /** What the headers say of the size, where they lie. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
  /** Number of the compression that the headers name. */
  readonly method?: number;
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
    facts.writeUInt16LE(entry.method ?? 8, 4);
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
  ppsx: [
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml',
  ],
  docm: ['word/document.xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'],
} as const;

/** An Office Open XML file with its content types, its main part, and others. */
export function makeOffice(kind: keyof typeof officeParts, others: readonly ZipEntry[] = []): Buffer {
  const [part, type] = officeParts[kind];
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${type}"/></Types>`,
    },
    { name: part, data: '<?xml version="1.0"?><document/>' },
    ...others,
  ]);
}

/** An OpenDocument file: its media type first, its content, its list of parts, and others. */
export function makeOpenDocument(
  kind: 'text' | 'spreadsheet' | 'presentation' | 'graphics',
  others: readonly ZipEntry[] = [],
  manifest = '<manifest/>',
): Buffer {
  return makeZip([
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${kind}` },
    { name: 'content.xml', data: '<?xml version="1.0"?><document/>' },
    { name: 'META-INF/manifest.xml', data: manifest },
    ...others,
  ]);
}

/** A WebP of one chunk that says so many pixels. */
export function makeWebp(width: number, height: number): Buffer {
  const drawing = Buffer.alloc(12);
  drawing.writeUInt8(0x2f, 0);
  drawing.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0);
  head.writeUInt32LE(12 + drawing.length, 4);
  head.write('WEBPVP8L', 8);
  head.writeUInt32LE(drawing.length, 16);
  return Buffer.concat([head, drawing]);
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

/** What {@link makeMp4} may be told. */
export interface Mp4Choice {
  /** Bytes that make it as long as a test wants. */
  readonly padding?: number;
  readonly brand?: string;
  /** Name of the coding of its picture. */
  readonly coding?: string;
  /** Name of the coding of its sound; left out: it has none. */
  readonly sound?: string;
}

/** The boxes of an MP4 that says so many seconds. */
export function makeMp4(
  seconds: number,
  { padding = 32, brand = 'isom', coding = 'avc1', sound }: Mp4Choice = {},
): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1000, 12);
  movie.writeUInt32BE(Math.round(seconds * 1000), 16);
  const track = (kind: string, name: string): Buffer => {
    const handler = Buffer.concat([Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(13)]);
    const description = Buffer.concat([Buffer.from('0000000000000001', 'hex'), box(name, Buffer.alloc(78))]);
    return box('trak', box('mdia', box('hdlr', handler), box('minf', box('stbl', box('stsd', description)))));
  };
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\x02\0isomavc1`, 'latin1')),
    box(
      'moov',
      box('mvhd', movie),
      track('vide', coding),
      ...(sound === undefined ? [] : [track('soun', sound)]),
    ),
    box('mdat', Buffer.alloc(padding)),
  ]);
}

/** The elements of a WEBM that says so many seconds, or of EBML of another kind or coding. */
export function makeWebm(seconds: number, docType = 'webm', coding = 'V_VP9'): Buffer {
  const element = (id: string, ...parts: readonly Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(0x10000000 | body.length);
    return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
  };
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  const info = element(
    '1549a966',
    element('2ad7b1', Buffer.from('0f4240', 'hex')),
    element('4489', duration),
  );
  const track = element('ae', element('83', Buffer.from([1])), element('86', Buffer.from(coding, 'latin1')));
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from(docType, 'latin1'))),
    element('18538067', info, element('1654ae6b', track), element('1f43b675', Buffer.alloc(8))),
  ]);
}

/** The checksum that follows a chunk of a PNG. */
export function crcOf(chunk: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(chunk));
  return sum;
}

/** A picture of one pixel. */
export const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture of one pixel. */
export const sampleGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** A photograph of one pixel. */
export const sampleJpg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8' +
    'ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAAR' +
    'CAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA' +
    'AwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAAiJ//9k=',
  'base64',
);
/** The beginning of a Windows program. */
export const sampleExe = Buffer.concat([Buffer.from('MZ', 'latin1'), Buffer.alloc(200)]);
