/** Archives and office files that unpack, expand or list without end; and containers that go round in circles. */
import { makeMp4, makeOffice, makeOle, makeOpenDocument, makeZip } from '#tests/harness/sample-files.ts';
import { crcTimes, deflatedTimes } from './deflate.ts';
import type { Bomb } from './pdf-bombs.ts';

const megabyte = 1024 * 1024;

/** An archive of one entry that unpacks to so many megabytes; what it says of that is true unless said. */
export function zipOf(
  name: string,
  megabytes: number,
  { claimed, text = '\0' }: { claimed?: number; text?: string } = {},
): Buffer {
  const bytes = Buffer.alloc(megabyte, text);
  const packed = deflatedTimes(bytes, megabytes);
  return entryZip([{ name, packed, crc: crcTimes(bytes, megabytes), size: claimed ?? megabytes * megabyte }]);
}

interface PackedEntry {
  readonly name: string;
  readonly packed: Buffer;
  readonly crc: number;
  readonly size: number;
}

/** An archive of entries that are packed already. */
function entryZip(entries: readonly PackedEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, crc, size } of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Math.min(size, 0xffffffff), 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), packed);
    central.push(Buffer.from('504b01021400', 'hex'), facts, place, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Archives in archives, sixteen on each of five levels, as 42.zip. */
function nested(levels: number): Buffer {
  let inner = zipOf('0', 64);
  for (let level = 0; level < levels; level += 1) {
    const data = inner;
    inner = makeZip(Array.from({ length: 16 }, (_, index) => ({ name: `lib ${index}.zip`, data })));
  }
  return inner;
}

/** A part of an office file that unpacks to a gigabyte, beside the parts that make it one. */
const sheet = `<?xml version="1.0"?><sst>${'<si><t>x</t></si>'.repeat(60_000)}`;
const types = (part: string, type: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;

function officeBomb(part: string, type: string, name: string, text: string, times: number): Buffer {
  const packedOf = (entry: string, bytes: Buffer, count: number): PackedEntry => ({
    name: entry,
    packed: deflatedTimes(bytes, count),
    crc: crcTimes(bytes, count),
    size: bytes.length * count,
  });
  return entryZip([
    packedOf('[Content_Types].xml', Buffer.from(types(part, type)), 1),
    packedOf(name, Buffer.from(text), times),
  ]);
}

const entities = (encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(
    `${encoding === 'utf8' ? '' : '\ufeff'}<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><x>&c;</x>`,
    encoding,
  );

/** A compound file whose directory comes back to itself. */
function oleLoop(): Buffer {
  const file = makeOle('Unknown');
  // The table says that the sector after the directory is the directory.
  file.writeUInt32LE(1, 512 + 4);
  file.writeUInt32LE(0, 68);
  return file;
}

/** An MP4 of nothing but empty boxes. */
const boxes = (): Buffer =>
  Buffer.concat([
    makeMp4(1).subarray(0, 28),
    Buffer.from('0000000866726565'.repeat(1_000_000), 'hex'),
    makeMp4(1).subarray(28),
  ]);

/** The bombs that are archives, office files and containers (SEC-05). */
export const archiveBombs: readonly Bomb[] = [
  { name: 'zeros.zip', bytes: () => zipOf('zeros', 600) },
  { name: 'lies.zip', bytes: () => zipOf('zeros', 600, { claimed: 10 }) },
  { name: 'says-nothing.zip', bytes: () => zipOf('zeros', 600, { claimed: 0 }) },
  {
    name: 'overlapping.zip',
    bytes: () => makeZip([{ name: 'zeros', data: Buffer.alloc(20 * megabyte) }], { overlap: 9000 }),
  },
  { name: 'nested.zip', bytes: () => nested(5) },
  {
    name: 'many-entries.zip',
    bytes: () => makeZip(Array.from({ length: 12_000 }, (_, index) => ({ name: String(index), data: '' }))),
  },
  {
    name: 'long-names.zip',
    bytes: () =>
      makeZip(
        Array.from({ length: 150 }, (_, index) => ({ name: `${'a/'.repeat(30_000)}${index}`, data: '' })),
      ),
  },
  {
    name: 'shared-strings.xlsx',
    bytes: () => officeBomb('xl/workbook.xml', 'spreadsheetml.sheet', 'xl/sharedStrings.xml', sheet, 400),
  },
  {
    name: 'laughs.xlsx',
    bytes: () => makeOffice('xlsx', [{ name: 'xl/sharedStrings.xml', data: entities() }]),
  },
  {
    name: 'laughs.docx',
    bytes: () => makeOffice('docx', [{ name: 'word/styles.xml', data: entities('utf16le') }]),
  },
  {
    name: 'slides.pptx',
    bytes: () =>
      officeBomb(
        'ppt/presentation.xml',
        'presentationml.presentation',
        'ppt/slides/slide1.xml',
        '<p><p><p>'.repeat(100_000),
        600,
      ),
  },
  {
    name: 'laughs.odt.zip',
    bytes: () => makeOpenDocument('text', [{ name: 'styles.xml', data: entities() }]),
  },
  { name: 'content-types.docx', bytes: () => zipOf('[Content_Types].xml', 600, { text: 'main+xml ' }) },
  { name: 'circle.doc', bytes: oleLoop },
  { name: 'boxes.mp4', bytes: boxes },
  { name: 'no-spaces.txt', bytes: () => Buffer.alloc(9 * megabyte, '\u00e4') },
];
