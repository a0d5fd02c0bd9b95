import { Worker } from 'node:worker_threads';
import type { Verdict } from '#server/platform/files/types/verdict.ts';

/** What the thread is asked. */
export interface PdfQuestion {
  readonly id: number;
  readonly path: string;
}

/** What the thread answers. */
export interface PdfAnswer {
  readonly id: number;
  readonly outcome:
    | { readonly pages: number; readonly blank: boolean }
    | { readonly problem: 'password' | 'damaged' }
    | { readonly problem: 'page'; readonly page: number }
    /** The file could not be read at all: a fault of this machine, not of the document. */
    | { readonly failure: string };
}

type Outcome = PdfAnswer['outcome'] | { readonly problem: 'slow' };

/** Longest time for one document; a 5,000-page one takes about a second. */
const timeLimitMs = 60_000;
const idleMs = 30_000;
const memoryMb = 512;

/** The mark that must stand in the first kilobyte of a PDF. */
export function pdfMarkAt(head: Buffer): number {
  return head.subarray(0, 1024).indexOf('%PDF-', 0, 'latin1');
}

/** Judges a PDF by opening it: page count for 'all pages seen' (VIEW-03); passwords and damage are refused (MOD-07, F15). */
export async function judgePdf(path: string): Promise<Verdict> {
  const outcome = await reader.ask(path);
  if ('pages' in outcome)
    return {
      type: {
        extension: 'pdf',
        mime: 'application/pdf',
        pages: outcome.pages,
        ...(outcome.blank && { blank: true }),
      },
    };
  if ('failure' in outcome) throw new Error(`PDF not read: ${outcome.failure}`);
  switch (outcome.problem) {
    case 'password':
      return { problem: 'is protected by a password. Remove the password and try again.' };
    case 'page':
      return { problem: `is damaged: page ${outcome.page} cannot be read.` };
    case 'slow':
      return { problem: 'could not be checked: it takes too much time or memory to open.' };
    case 'damaged':
      return { problem: 'is damaged or not a PDF document.' };
  }
}

/** One thread that reads one document at a time; made when needed, ended when idle, replaced when a document overruns it. */
class PdfReader {
  #worker: Worker | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  ask(path: string): Promise<Outcome> {
    const answer = this.#queue.then(() => this.#askNow(path));
    this.#queue = answer.catch(() => null);
    return answer;
  }

  async #askNow(path: string): Promise<Outcome> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const id = (this.#count += 1);
    const outcome = await new Promise<Outcome>((resolve) => {
      const settle = (result: Outcome) => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onError);
        resolve(result);
      };
      const onMessage = (answer: PdfAnswer) => {
        if (answer.id === id) settle(answer.outcome);
      };
      const onError = () => settle({ problem: 'slow' });
      const timer = setTimeout(onError, timeLimitMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onError);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, path } satisfies PdfQuestion);
    });
    if ('problem' in outcome && outcome.problem === 'slow') await this.#end();
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    return outcome;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // The reader warns of fonts and canvases, which counting pages does not need.
      stdout: true,
      stderr: true,
    });
    worker.unref();
    // Kept for the whole life: an error that nobody listens to would end the server.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

const reader = new PdfReader();
