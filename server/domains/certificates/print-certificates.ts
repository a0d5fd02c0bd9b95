import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PaperOptions } from './certificate-pdf.ts';
import type { Certificate } from './certificates.queries.ts';

/** The task of a thread. */
export interface PrintTask {
  readonly id: number;
  readonly certificate: Certificate;
  readonly options: PaperOptions;
}

/** The answer of a thread: the PDF, or the error. */
export type PrintAnswer =
  { readonly id: number; readonly bytes: Uint8Array } | { readonly id: number; readonly error: unknown };

/** A thread needs 40 MB. With more than this, something in it grows, and it ends. */
const mostMegabytes = 192;

/** Prints certificates in separate threads, so that the thread that serves requests is not delayed (F20). */
export interface CertificatePrinter {
  /** The certificate as PDF, with the same bytes as in a single download. */
  readonly print: (certificate: Certificate, options: PaperOptions) => Promise<Buffer>;
  /** Ends the threads. Pending tasks fail. */
  readonly close: () => Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, PromiseWithResolvers<Buffer>>;
}

/** Opens a printer; its threads start with the first certificate. One processor is left to the rest of the binder. */
export function openPrinter({
  most = Math.max(1, Math.min(4, availableParallelism() - 1)),
  megabytes = mostMegabytes,
} = {}): CertificatePrinter {
  const threads: Thread[] = [];
  let ended: Error | null = null;
  let tasks = 0;

  const end = (error: Error): void => {
    ended ??= error;
    for (const { pending } of threads) {
      for (const { reject } of pending.values()) reject(ended);
      pending.clear();
    }
  };

  const start = (): Thread => {
    const worker = new Worker(new URL('./print-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    const thread: Thread = { worker, pending: new Map() };
    worker.on('message', (answer: PrintAnswer) => {
      const waiting = thread.pending.get(answer.id);
      thread.pending.delete(answer.id);
      if ('error' in answer) waiting?.reject(answer.error);
      else waiting?.resolve(Buffer.from(answer.bytes));
    });
    worker.on('error', (error) => end(error as Error));
    worker.on('exit', () => end(new Error('a thread that prints certificates ended')));
    threads.push(thread);
    return thread;
  };

  /** Returns the thread with the least to do; a new one as long as there may be more and none is idle. */
  const choose = (): Thread => {
    const least = threads.toSorted((one, other) => one.pending.size - other.pending.size)[0];
    return least && (least.pending.size === 0 || threads.length >= most) ? least : start();
  };

  return {
    print: async (certificate, options) => {
      if (ended) throw ended;
      const { worker, pending } = choose();
      const waiting = Promise.withResolvers<Buffer>();
      tasks += 1;
      pending.set(tasks, waiting);
      worker.postMessage({ id: tasks, certificate, options } satisfies PrintTask);
      return waiting.promise;
    },
    close: async () => {
      end(new Error('the printer is closed'));
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
