import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOfficeConverter } from '#server/platform/config/office-converter.ts';
import { EnvironmentReader } from '#server/platform/config/environment.ts';
import { runSoffice } from '#server/platform/files/office/run-soffice.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { makeZip, samplePng } from '#tests/harness/sample-files.ts';

/** LibreOffice where this machine has it; machines without it skip this file, the others prove the real program. */
const soffice = readOfficeConverter(new EnvironmentReader(process.env));

let folder: string;
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(join(os.tmpdir(), 'traintrail-soffice-'));
  data = await mkdtemp(join(os.tmpdir(), 'traintrail-data-'));
});
afterEach(async () => {
  for (const path of [folder, data]) await rm(path, { recursive: true, force: true });
});

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A document of Word with this body. */
function makeDocument(body: string, link = 'https://link.example/'): Buffer {
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="link" Type="${relations}/image" Target="${link}" TargetMode="External"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      data: `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    },
  ]);
}

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

async function convert(bytes: Buffer, extension: string) {
  if (!soffice) throw new Error('no LibreOffice');
  const input = join(folder, `document.${extension}`);
  await writeFile(input, bytes);
  return runSoffice(soffice, { folder, input, hidden: data });
}

test.skipIf(!soffice)(
  '[MOD-09] the real LibreOffice makes a PDF of a document of two pages',
  async () => {
    const run = await convert(
      makeDocument(paragraph('First things first') + pageBreak + paragraph('Then the rest')),
      'docx',
    );
    expect(run).toHaveProperty('pdf');
    if (!('pdf' in run)) return;
    const bytes = await readFile(run.pdf);
    expect(await readPdf(bytes)).toMatchObject({
      pages: 2,
      text: expect.stringContaining('First things first'),
    });
    expect((await readPdf(bytes, 2)).text).toContain('Then the rest');
  },
  300_000,
);

/** A picture that lies elsewhere. */
const linkedPicture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="1000000" cy="1000000"/><wp:docPr id="1" name="picture"/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="picture"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="${relations}" r:link="link"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

test.skipIf(!soffice)(
  '[MOD-09] the real LibreOffice takes no picture from our disk or the network into a document that names one',
  async () => {
    const asked: string[] = [];
    const web = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(samplePng);
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    try {
      const { port } = web.address() as AddressInfo;
      const local = join(data, 'picture.png');
      await writeFile(local, samplePng);
      for (const link of [`file://${local}`, `http://127.0.0.1:${String(port)}/picture.png`]) {
        const run = await convert(makeDocument(paragraph('Before') + linkedPicture, link), 'docx');
        if (!('pdf' in run)) throw new Error(run.said);
        expect((await readFile(run.pdf)).includes('/Image')).toBe(false);
        await rm(folder, { recursive: true });
        await mkdir(folder);
      }
      expect(asked).toEqual([]);
    } finally {
      web.close();
    }
  },
  300_000,
);
