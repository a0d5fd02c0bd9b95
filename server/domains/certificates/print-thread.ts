import { parentPort } from 'node:worker_threads';
import { renderCertificate } from './certificate-pdf.ts';
import type { PrintAnswer, PrintTask } from './print-certificates.ts';

// The entry of a thread that prints certificates one after the other, in the order in which they were requested.
let last = Promise.resolve();

parentPort?.on('message', (task: PrintTask) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(task)));
});

async function answerTo({ id, certificate, options }: PrintTask): Promise<PrintAnswer> {
  try {
    return { id, bytes: await renderCertificate(certificate, options) };
  } catch (error) {
    return { id, error };
  }
}
