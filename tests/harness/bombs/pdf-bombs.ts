/** PDFs that are small and want much: each is made in an instant, the same every time. */
import { deflateSync } from 'node:zlib';
import { zlibMegabytes, zlibTimes } from './deflate.ts';

/** A hostile file: its name says what it does. */
export interface Bomb {
  readonly name: string;
  readonly bytes: () => Buffer;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream?: Buffer;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A PDF of objects, some with streams; the first is the catalogue. `trailer` goes into its trailer. */
export function pdfOf(objects: readonly (string | PdfObject)[], trailer = ''): Buffer {
  const parts: Buffer[] = [latin('%PDF-1.7\n')];
  let length = 9;
  const add = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  const lines = objects.map((object, index) => {
    const line = `${String(length).padStart(10, '0')} 00000 n \n`;
    const { dictionary, stream } = typeof object === 'string' ? { dictionary: object } : object;
    add(latin(`${index + 1} 0 obj\n`));
    if (stream) {
      add(latin(`<< ${dictionary} /Length ${stream.length} >>\nstream\n`));
      add(stream);
      add(latin('\nendstream\nendobj\n'));
    } else {
      add(latin(`${dictionary}\nendobj\n`));
    }
    return line;
  });
  const start = length;
  add(latin(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`));
  add(
    latin(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = (more = '', resources = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> ${more} >>`;
const content = (text: string): PdfObject => ({ dictionary: '', stream: latin(text) });

/** One page whose content is this stream. */
const onePage = (stream: PdfObject, resources = '', ...others: readonly (string | PdfObject)[]) =>
  pdfOf([catalogue, pages, page('/Contents 4 0 R', resources), stream, ...others]);

/** A form that draws the next one so many times, so many levels deep. */
function forms(levels: number, times: number): readonly PdfObject[] {
  return Array.from({ length: levels }, (_, level) => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${level + 6} 0 R >> >>`,
    stream: latin(level === levels - 1 ? '0 0 1 1 re f' : '/F Do '.repeat(times)),
  }));
}

/** A tree of pages of so many levels, each with one child. */
function deepTree(levels: number): Buffer {
  const nodes = Array.from(
    { length: levels },
    (_, level) =>
      `<< /Type /Pages /Kids [${level + 3} 0 R] /Count 1 ${level === 0 ? '' : `/Parent ${level + 1} 0 R`} >>`,
  );
  return pdfOf([catalogue, ...nodes, `<< /Type /Page /Parent ${levels + 1} 0 R /MediaBox [0 0 9 9] >>`]);
}

/** The catalogue and pages in an object stream, which a cross-reference stream names. */
function objectStream(filter: string, packed: Buffer): Buffer {
  const head = latin('%PDF-1.7\n');
  const first = latin(
    `4 0 obj\n<< /Type /ObjStm /N 3 /First 15 ${filter} /Length ${packed.length} >>\nstream\n`,
  );
  const end = latin('\nendstream\nendobj\n');
  const table = Buffer.alloc(6 * 4);
  const row = (index: number, kind: number, where: number, last: number) => {
    table.writeUInt8(kind, index * 4);
    table.writeUInt16BE(where, index * 4 + 1);
    table.writeUInt8(last, index * 4 + 3);
  };
  for (const index of [0, 1, 2]) row(index + 1, 2, 4, index);
  row(4, 1, head.length, 0);
  const start = head.length + first.length + packed.length + end.length;
  return Buffer.concat([
    head,
    first,
    packed,
    end,
    latin(`5 0 obj\n<< /Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R /Length ${table.length} >>\nstream\n`),
    table,
    latin(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

const objects =
  '1 0 2 34 3 80  << /Type /Catalog /Pages 2 0 R >> << /Type /Pages /Kids [3 0 R] /Count 1 >>    << /Type /Page /Parent 2 0 R >>';
const gigabyte = 1024;

/** An image of JBIG2 that says so many pixels, in one generic region. */
function jbig2(size: number): PdfObject {
  const region = Buffer.alloc(18 + 8);
  region.writeUInt32BE(size, 0);
  region.writeUInt32BE(size, 4);
  const segment = Buffer.concat([Buffer.from([0, 0, 0, 0, 38, 0, 1]), Buffer.alloc(4), region]);
  segment.writeUInt32BE(region.length, 7);
  return {
    dictionary: `/Type /XObject /Subtype /Im#61ge /Width ${size} /Height ${size} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode`,
    stream: segment,
  };
}

const fontOf = (file: string, more = '') =>
  `/Font << /F << /Type /Font /Subtype ${file} /BaseFont /A+B /FirstChar 0 /LastChar 0 /Widths [9] ${more} >> >>`;

/** The bombs that are PDFs (SEC-05). */
export const pdfBombs: readonly Bomb[] = [
  {
    name: 'object-stream.pdf',
    bytes: () =>
      objectStream(
        '/Filter [/FlateDecode /FlateDecode]',
        deflateSync(zlibTimes(latin(objects.padEnd(1024 * 1024, ' ')), 2 * gigabyte)),
      ),
  },
  {
    name: 'nested-filters.pdf',
    bytes: () => {
      let stream = zlibMegabytes(4 * gigabyte, ' ');
      for (let level = 0; level < 3; level += 1) stream = deflateSync(stream);
      return onePage({ dictionary: `/Filter [${'/FlateDecode '.repeat(4)}]`, stream });
    },
  },
  {
    name: 'thousand-filters.pdf',
    bytes: () =>
      onePage({
        dictionary: `/Filter [${'/ASCIIHexDecode '.repeat(20_000)}]`,
        stream: latin('20'.repeat(1e6)),
      }),
  },
  {
    name: 'run-length.pdf',
    bytes: () =>
      onePage({
        dictionary: '/Filter [/FlateDecode /RunLengthDecode]',
        stream: zlibTimes(Buffer.alloc(1024 * 1024, Buffer.from([0x81, 0x20])), 64),
      }),
  },
  {
    name: 'endless-operators.pdf',
    bytes: () =>
      onePage({
        dictionary: '/Filter /FlateDecode',
        stream: zlibTimes(latin('q 1 0 0 1 0 0 cm BT ET Q\n'.repeat(40_000)), 400),
      }),
  },
  {
    name: 'kids.pdf',
    bytes: () =>
      pdfOf([catalogue, `<< /Type /Pages /Kids [${'3 0 R '.repeat(900_000)}] /Count 900000 >>`, page()]),
  },
  { name: 'deep-tree.pdf', bytes: () => deepTree(60_000) },
  {
    name: 'tree-loop.pdf',
    bytes: () => pdfOf([catalogue, '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 2147483647 >>']),
  },
  {
    name: 'recursive-forms.pdf',
    bytes: () => onePage(content('/F Do '.repeat(30)), '/XObject << /F 5 0 R >>', ...forms(30, 30)),
  },
  {
    name: 'form-loop.pdf',
    bytes: () =>
      onePage(content('/F Do'), '/XObject << /F 5 0 R >>', {
        dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
        stream: latin('/F Do /F Do'),
      }),
  },
  {
    name: 'jbig2.pdf',
    bytes: () => onePage(content('/I Do'), '/XObject << /I 5 0 R >>', jbig2(65_535)),
  },
  {
    name: 'inline-image.pdf',
    bytes: () =>
      onePage(content('BI /W 60000 /H 60000 /BPC 8 /CS /RGB /F /Fl ID \u0078\u009c EI Q '.repeat(2000))),
  },
  {
    name: 'font-file.pdf',
    bytes: () =>
      onePage(
        content('BT /F 9 Tf <00> Tj ET'),
        fontOf(
          '/TrueType',
          '/FontDescriptor << /Type /FontDescriptor /FontName /A+B /Flags 4 /FontFile2 5 0 R >>',
        ),
        { dictionary: '/Filter /FlateDecode', stream: zlibMegabytes(3 * gigabyte) },
      ),
  },
  {
    name: 'character-map.pdf',
    bytes: () =>
      onePage(content('BT /F 9 Tf <00> Tj ET'), fontOf('/Type1', '/ToUnicode 5 0 R'), {
        dictionary: '/Filter /FlateDecode',
        stream: zlibTimes(latin('1 beginbfrange <0000> <ffff> <0041> endbfrange\n'.repeat(20_000)), 200),
      }),
  },
  {
    name: 'sampled-function.pdf',
    bytes: () =>
      onePage(
        content('/S sh'),
        '/Shading << /S 5 0 R >>',
        '<< /ShadingType 1 /ColorSpace /DeviceRGB /Function 6 0 R >>',
        {
          dictionary:
            '/FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Size [40000 40000] /BitsPerSample 8',
          stream: latin('x'),
        },
      ),
  },
  {
    name: 'huge-page.pdf',
    bytes: () =>
      pdfOf([
        catalogue,
        pages,
        '<< /Type /Page /Parent 2 0 R /MediaBox [-1e38 -1e38 1e38 1e38] /UserUnit 1e30 /Contents 4 0 R >>',
        content('0 0 1e38 1e38 re f'),
      ]),
  },
  {
    name: 'deep-array.pdf',
    bytes: () => onePage(content(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)} TJ`)),
  },
  {
    name: 'deep-object.pdf',
    bytes: () =>
      pdfOf([catalogue, pages, page(`/Deep ${'<< /D '.repeat(500_000)}1${' >>'.repeat(500_000)}`)]),
  },
  {
    name: 'xref-loop.pdf',
    bytes: () => {
      const file = pdfOf([catalogue, pages, page()]).toString('latin1');
      const start = /startxref\n(\d+)/.exec(file)?.[1] ?? '0';
      return latin(file.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start} /XRefStm ${start}`));
    },
  },
  {
    name: 'xref-size.pdf',
    bytes: () =>
      latin(
        pdfOf([catalogue, pages, page()])
          .toString('latin1')
          .replace('xref\n0 4\n', 'xref\n0 2147483647\n')
          .replace('/Size 4', '/Size 2147483647'),
      ),
  },
  {
    name: 'reference-loop.pdf',
    bytes: () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '3 0 R', '2 0 R']),
  },
  {
    name: 'predictor.pdf',
    bytes: () =>
      onePage({
        dictionary:
          '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1073741824 /Colors 4 /BitsPerComponent 16 >>',
        stream: zlibMegabytes(64),
      }),
  },
];
