import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { groupMemory } from '#server/platform/sandbox/memory.ts';
import type { OfficeConverter } from '#server/platform/config/office-converter.ts';

/** One file to convert, in a separate folder that contains nothing else. */
export interface OfficeFile {
  /** Profile, temporary files and result of this one run are in here; the caller removes it. */
  readonly folder: string;
  /** Path of the file. */
  readonly input: string;
  /** The folder of this installation's data, which is hidden from the program if the system allows that. */
  readonly hidden: string;
  /** Ends the run early; it throws then. */
  readonly stopping?: AbortSignal | undefined;
}

/** The result of a run of LibreOffice: the path of the PDF, or the reason why there is none. Its exit code is meaningless. */
export type OfficeRun =
  | { readonly pdf: string }
  | { readonly problem: 'too_slow' | 'too_large' | 'unreadable'; readonly said: string };

/** The limits of one run except time. */
const limits = {
  cpuSeconds: 240,
  addressSpaceKb: 4 * 1024 * 1024,
  /** Resident memory of all its processes, in MB, if the system reports it. */
  memoryMb: 2048,
  /** In blocks of 512 bytes: no file above 400 MB. */
  fileBlocks: 800 * 1024,
};

/**
 * Ends the whole group when the server that started it has ended: then the third channel is closed, whatever the cause. The
 * arguments are the command.
 */
const withParent = `
(read -r _ <&3; kill -KILL 0) &
watch=$!
"$@" 3<&-
code=$?
kill "$watch"
exit "$code"`;

/** Takes limits upon itself, then becomes the command; the first argument is a folder to cover, or empty. */
const withLimits = `
if [ -n "$1" ]; then mount -t tmpfs -o size=4k none "$1" || exit 97; fi
shift
ulimit -c 0; ulimit -t ${limits.cpuSeconds}; ulimit -v ${limits.addressSpaceKb}; ulimit -f ${limits.fileBlocks}
exec nice -n 19 "$@"`;

const inLimits = (covered: string): readonly string[] => ['/bin/sh', '-c', withLimits, 'sh', covered];

const headless = '--headless --nologo --norestore --nolockcheck --nodefault --convert-to pdf'.split(' ');

/** Separate users, network (none), mounts and processes, which end with the first of them. */
const apart = [
  'unshare',
  '--map-root-user',
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
] as const;

/** Nothing in a document is executed or fetched, even without separate namespaces. */
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${[
  ['BlockUntrustedRefererLinks', 'true'],
  ['DisableMacrosExecution', 'true'],
  ['MacroSecurityLevel', '3'],
]
  .map(
    ([name, value]) =>
      `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`;

let canBeApart: Promise<boolean> | undefined;

/** Returns whether this system allows running the program in separate namespaces; a property of the machine, checked once. */
function askApart(hidden: string): Promise<boolean> {
  canBeApart ??= new Promise((resolve) => {
    const [program, ...args] = [...apart, ...inLimits(hidden), 'true'];
    execFile(program ?? '', args, { timeout: 10_000 }, (error) => resolve(error === null));
  });
  return canBeApart;
}

/**
 * Runs LibreOffice once over one file (MOD-09): with a separate profile, an empty environment, low priority and limits, and
 * if the system allows it without network and without access to our data. At the time limit, and when this process ends, the
 * whole group of processes is killed.
 */
export async function runSoffice(converter: OfficeConverter, file: OfficeFile): Promise<OfficeRun> {
  const { folder, hidden, stopping } = file;
  const out = join(folder, 'out');
  await mkdir(join(folder, 'profile', 'user'), { recursive: true });
  await mkdir(out);
  await mkdir(join(folder, 'tmp'));
  await writeFile(join(folder, 'profile', 'user', 'registrymodifications.xcu'), profile);
  const isApart = await askApart(hidden);
  const covers = isApart && !`${folder}/`.startsWith(`${hidden}/`) ? hidden : '';
  const ended = await runGroup(
    [
      ...(isApart ? apart : []),
      ...inLimits(covers),
      converter.path,
      ...headless,
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--outdir',
      out,
      file.input,
    ],
    folder,
    AbortSignal.any([AbortSignal.timeout(converter.timeoutMs), ...(stopping ? [stopping] : [])]),
  );
  stopping?.throwIfAborted();
  if (ended.by) return { problem: ended.by, said: ended.said };
  const pdf = (await readdir(out)).find((name) => name.endsWith('.pdf'));
  return pdf === undefined ? { problem: 'unreadable', said: ended.said } : { pdf: join(out, pdf) };
}

/** Runs a command as a separate process group and waits until the whole group has ended. */
function runGroup(
  command: readonly string[],
  folder: string,
  until: AbortSignal,
): Promise<{ readonly by: 'too_slow' | 'too_large' | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', withParent, 'sh', ...command], {
      detached: true,
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        TMPDIR: join(folder, 'tmp'),
        LANG: 'C.UTF-8',
        SAL_USE_VCLPLUGIN: 'svp',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    let by: 'too_slow' | 'too_large' | null = null;
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    const kill = (why: 'too_slow' | 'too_large') => {
      by ??= why;
      end(child.pid);
    };
    const onEnd = () => kill('too_slow');
    const memory = setInterval(() => {
      if (child.pid === undefined) return;
      groupMemory(child.pid).then(
        (used) => used !== null && used > limits.memoryMb && kill('too_large'),
        // Measured again in a moment.
        () => undefined,
      );
    }, 500);
    until.addEventListener('abort', onEnd, { once: true });
    child.once('error', (error) => {
      clearInterval(memory);
      reject(error);
    });
    child.once('exit', () => {
      clearInterval(memory);
      until.removeEventListener('abort', onEnd);
      // Ends the processes that the command left behind in its group.
      end(child.pid);
      resolve({ by, said });
    });
  });
}

function end(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    // The group has no processes any more.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
