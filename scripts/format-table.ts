/** The results of uploaded files: one row each, and the table that shows them (`npm run formats`). */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isPreviewable } from '#shared/domain/modules/uploads.ts';
import { HEAD_BYTES } from '#server/platform/files/file-store.ts';
import { detectType } from '#server/platform/files/types/detect-type.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { quickCreate, type Module, type ProblemBody } from '#tests/harness/module-world.ts';

/** One file, and its result. */
export interface TriedFile {
  /** Path inside the folder, with slashes. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The type by its bytes, whatever its name. */
  readonly content: string;
  /** The status of the answer. */
  readonly status: number;
  /** The way in which the page shows it; for a refused one the reason for its sender. */
  readonly outcome: string;
}

/** A folder and its files. */
export interface TriedFolder {
  /** Its last part: the table is the same for every path of the folder. */
  readonly name: string;
  readonly files: readonly TriedFile[];
}

/** Uploads every file below a folder, each as a separate module, as 'Add Module' with a file does. */
export async function tryFolder(admin: TestClient, folder: string): Promise<TriedFolder> {
  const found = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files: TriedFile[] = [];
  for (const file of paths.toSorted()) {
    const name = path.relative(folder, file).split(path.sep).join('/');
    files.push(await tryFile(admin, file, name));
  }
  return { name: path.basename(path.resolve(folder)), files };
}

async function tryFile(admin: TestClient, file: string, name: string): Promise<TriedFile> {
  const bytes = await fs.readFile(file);
  const verdict = await detectType({ path: file, head: bytes.subarray(0, HEAD_BYTES), size: bytes.length });
  const content =
    'type' in verdict
      ? `${verdict.type.extension.toUpperCase()} (${verdict.type.mime})`
      : 'instead' in verdict
        ? verdict.instead.replaceAll('_', ' ')
        : 'mediaType' in verdict
          ? verdict.mediaType
          : verdict.problem.replace(/^file_/, '').replaceAll('_', ' ');
  const { status, body } = await quickCreate<Module & ProblemBody>(admin, [path.basename(file), bytes]);
  const [stored] = body.files ?? [];
  const outcome = stored ? shownAs(stored) : body.detail;
  return { name, size: bytes.length, content, status, outcome };
}

/** Describes how a stored file is shown (SPEC §2.7, §2.17). */
function shownAs({ contentType, originalName, pages, durationSeconds }: Module['files'][number]): string {
  if (!isPreviewable(originalName)) return 'download prompt';
  if (pages !== null) return `PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  if (contentType.startsWith('video/'))
    return durationSeconds === null ? 'video' : `video, ${durationSeconds.toFixed(1)} s`;
  return contentType.startsWith('image/') ? 'picture' : 'text';
}

const isLoaded = ({ status }: TriedFile): boolean => status < 300;

/** Returns true if the server failed: it must store or refuse every file with a reason. */
export const isFailure = ({ status }: TriedFile): boolean => status >= 500;

const cell = (text: string): string =>
  text.replaceAll(/[\\|<]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');

/** Returns the folders as Markdown. */
export function formatTable(folders: readonly TriedFolder[]): string {
  const sections = folders.map(({ name, files }) => {
    const loaded = files.filter(isLoaded).length;
    return [
      `## ${name}`,
      '',
      `${files.length} files: ${loaded} loaded, ${files.length - loaded} refused.`,
      '',
      '| File | Bytes | Content | Outcome | Shown as, or the reason |',
      '|---|--:|---|---|---|',
      ...files.map((file) => {
        const outcome = isFailure(file)
          ? `**failed (${file.status})**`
          : isLoaded(file)
            ? 'loaded'
            : 'refused';
        return `| ${cell(file.name)} | ${file.size} | ${cell(file.content)} | ${outcome} | ${cell(file.outcome)} |`;
      }),
      '',
    ].join('\n');
  });
  const all = folders.flatMap(({ files }) => files);
  const loaded = all.filter(isLoaded).length;
  const head = [
    '# File formats',
    '',
    'Written by `npm run formats -- FOLDER … --out docs/formats.md`: every file of the folders was uploaded to a running server',
    'as the button Add Module does it. A file is judged by its bytes (MOD-07): what is whole is loaded under its true type, everything else is',
    'refused with the reason that stands here, which is what the screen says.',
    '',
    `${all.length} files: ${loaded} loaded, ${all.length - loaded} refused, ${all.filter(isFailure).length} failures of the server.`,
    '',
  ];
  return [...head, ...sections].join('\n');
}
