/** Every type that is taken, under the name and the Content-Type of every other one (MOD-07, MOD-08). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import { uploadTypes } from '#shared/domain/modules/uploads.ts';
import { bulk, createModuleBy, type ProblemBody } from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { startWithAdmin, type StartedAdmin } from '#tests/harness/started.ts';

let admin: StartedAdmin['admin'];
let stop: StartedAdmin['stop'];

beforeAll(async () => {
  ({ admin, stop } = await startWithAdmin());
});
afterAll(() => stop());

/** A right file of every type, by its extension. */
const contents: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  pdf: () => sample.makePdf(1),
  mp4: () => sample.makeMp4(5),
  webm: () => sample.makeWebm(5),
  pptx: () => sample.makeOffice('pptx'),
  ppt: () => sample.makeOle('PowerPoint Document'),
  docx: () => sample.makeOffice('docx'),
  doc: () => sample.makeOle('WordDocument'),
  xlsx: () => sample.makeOffice('xlsx'),
  xls: () => sample.makeOle('Workbook'),
  ppsx: () => sample.makeOffice('ppsx'),
  odt: () => sample.makeOpenDocument('text'),
  ods: () => sample.makeOpenDocument('spreadsheet'),
  odp: () => sample.makeOpenDocument('presentation'),
  txt: () => Buffer.from('Plain words.'),
  zip: () => sample.makeZip([{ name: 'a.txt', data: 'x' }]),
  jpg: () => sample.sampleJpg,
  jpeg: () => sample.sampleJpg,
  png: () => sample.samplePng,
  gif: () => sample.sampleGif,
  webp: () => sample.makeWebp(4, 3),
};
/** Media types that a sender may claim: those that are taken, and those that a browser would run. */
const claims = [
  ...new Set([
    ...uploadTypes.map(({ mediaType }) => mediaType),
    'text/html',
    'image/svg+xml',
    'text/javascript',
  ]),
];
/** Every upload is read by a process of its own: this is tried by all names and claims, the others by some, another some for each. */
const triedByAll = 'txt';
const triedOf = <One>(all: readonly One[], place: number, extension: string): readonly One[] =>
  all.filter((_, index) => extension === triedByAll || (index + place) % 10 === 0);
const bare = (type: string | null) => type?.split(';')[0];
const sameType = (one: string, other: string) => one === other || /^jpe?g jpe?g$/.test(`${one} ${other}`);

test('[MOD-07] the table has a right file of every type that is taken', () => {
  expect(Object.keys(contents)).toEqual(uploadTypes.map(({ extension }) => extension));
});

test.each(uploadTypes.map((type, place) => ({ ...type, place })))(
  '[MOD-07] [MOD-08] T9: a .$extension file by any other name is refused with what it is, and by any Content-Type keeps its own',
  async ({ extension, mediaType, place: turn }) => {
    const bytes = await contents[extension]?.();
    if (!bytes) throw new Error(`no file of type ${extension}`);
    const form = new FormData();
    form.set('moduleId', String((await createModuleBy(admin)).id));
    const names = triedOf(uploadTypes, turn, extension);
    const tried = triedOf(claims, turn, extension);
    for (const [place, { extension: name }] of names.entries()) {
      const claim = claims[(place + 1) % claims.length] ?? 'text/html';
      form.append('files', new Blob([new Uint8Array(bytes)], { type: claim }), `lie.${name}`);
    }
    for (const [place, type] of tried.entries()) {
      form.append(
        'files',
        new Blob([new Uint8Array(bytes)], { type }),
        `claim ${String(place)}.${extension}`,
      );
    }
    const answer = await admin.post<ResponseOf<typeof modulesContract.bulkUpload>>(
      '/api/training-modules/bulk-upload-simple',
      form,
    );
    expect(answer.status).toBe(200);
    const { uploadedFiles, failedFiles } = answer.body;
    const right = names.filter(({ extension: name }) => sameType(name, extension));
    const wrong = names.filter(({ extension: name }) => !sameType(name, extension));
    expect(uploadedFiles.map(({ originalName }) => originalName).toSorted()).toEqual(
      [
        ...right.map(({ extension: name }) => `lie.${name}`),
        ...tried.map((_, place) => `claim ${String(place)}.${extension}`),
      ].toSorted(),
    );
    const served = await Promise.all(uploadedFiles.map(({ url }) => admin.fetch('HEAD', url)));
    for (const { headers } of served) {
      expect(bare(headers.get('content-type'))).toBe(mediaType);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(failedFiles.map(({ originalName, code }) => [originalName, code])).toEqual(
      wrong.map(({ extension: name }) => [`lie.${name}`, 'FILE_REFUSED']),
    );
    const itself = extension === 'jpeg' ? 'jpg' : extension;
    for (const { originalName, message: reason } of failedFiles) {
      const claimed = originalName.split('.')[1];
      expect(reason).toBe(
        `“${originalName}” is named .${String(claimed)}, but its content is that of a .${itself} file.`,
      );
    }
  },
);

test('[MOD-07] [SEC-01] a lie in an upload that takes all or nothing is told at its field', async () => {
  const { id } = await createModuleBy(admin);
  const form = new FormData();
  form.set('file_0', new Blob(['Good words']), 'good.txt');
  form.set('file_1', new Blob([new Uint8Array(sample.samplePng)], { type: 'application/pdf' }), 'plan.pdf');
  const answer = await admin.post<ProblemBody>(`/api/training-modules/${String(id)}/load`, form);
  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'FILE_REFUSED',
      errors: [
        { path: 'file_1', message: '“plan.pdf” is named .pdf, but its content is that of a .png file.' },
      ],
    },
  });
});

/** Bytes that are two things at once: right to one reader, a page or a program to another. */
const script = '<script>document.title="ran"</script>';
const polyglots: readonly (readonly [
  name: string,
  bytes: () => Promise<Buffer> | Buffer | string,
  served: string,
])[] = [
  ['page-behind.png', () => Buffer.concat([sample.samplePng, Buffer.from(`<html>${script}`)]), 'image/png'],
  ['page-behind.jpg', () => Buffer.concat([sample.sampleJpg, Buffer.from(`<html>${script}`)]), 'image/jpeg'],
  [
    'archive-behind.gif',
    () => Buffer.concat([sample.sampleGif, sample.makeZip([{ name: 'a', data: 'x' }])]),
    'image/gif',
  ],
  ['page-behind.zip', () => sample.makeZip([{ name: 'index.html', data: script }]), 'application/zip'],
  ['page-inside.txt', () => `Words first. <html>${script}`, 'text/plain'],
  [
    'page-behind.pdf',
    async () => Buffer.concat([await sample.makePdf(1), Buffer.from(`\n<html>${script}`)]),
    'application/pdf',
  ],
  [
    'page-before.pdf',
    async () => Buffer.concat([Buffer.from(`<html>${script}`), await sample.makePdf(1)]),
    'refused',
  ],
  ['drawing.svg', () => `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'refused'],
  ['drawing.png', () => `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'refused'],
  ['page.html', () => `<!doctype html>${script}`, 'refused'],
  ['page.txt', () => `  <!doctype html>${script}`, 'refused'],
  // An image to one reader, a program to another: `GIF89a/*…*/=1;…`.
  ['program.gif', () => 'GIF89a/*;,\u0000*/=1;document.title="ran";', 'refused'],
  [
    'program.zip',
    () => Buffer.concat([sample.sampleExe, sample.makeZip([{ name: 'a', data: 'x' }])]),
    'refused',
  ],
];

test('[MOD-07] [MOD-08] T9: bytes that are two things at once are served as the harmless one, or refused', async () => {
  const made = await Promise.all(polyglots.map(async ([name, bytes]) => [name, await bytes()] as const));
  const answer = await bulk(admin, made);
  const seen = new Map<string, string | undefined>(
    answer.body.failedFiles.map(({ originalName }) => [originalName, 'refused']),
  );
  for (const { originalName, url } of answer.body.uploadedFiles) {
    const served = await admin.fetch('HEAD', url);
    seen.set(originalName, bare(served.headers.get('content-type')));
    expect(served.headers.get('x-content-type-options'), originalName).toBe('nosniff');
    if (!originalName.endsWith('.pdf'))
      expect(served.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  }
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(polyglots.map(([name, , served]) => [name, served])),
  );
});
