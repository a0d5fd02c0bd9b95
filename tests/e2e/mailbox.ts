/** A real mail server for the browser run: what the product sends is kept as it came, for a test to open its link. */
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { until } from '#tests/harness/poll.ts';

/** A running mail server. */
export interface Mailbox {
  /** For SMTP_URL. */
  readonly url: string;
  /** One file a mail, named by its number and address. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

const fileNameOf = (address: string): string => encodeURIComponent(address.toLowerCase());

/** Starts the mail server on a free port of this machine. */
export async function openMailbox(): Promise<Mailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'traintrail-mails-'));
  let counter = 0;
  const keep = async (raw: Buffer, addresses: readonly string[]): Promise<void> => {
    for (const address of addresses) {
      counter += 1;
      const name = `${String(counter).padStart(6, '0')} ${fileNameOf(address)}`;
      // Under its name only when it is whole.
      await writeFile(join(folder, `${name}.part`), raw);
      await rename(join(folder, `${name}.part`), join(folder, name));
    }
  };
  const receive = async (
    stream: SMTPServerDataStream,
    { envelope }: SMTPServerSession,
    done: (error?: Error) => void,
  ): Promise<void> => {
    try {
      const addresses = envelope.rcptTo.map(({ address }) => address);
      await keep(await buffer(stream), addresses);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  };
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (...delivery) => void receive(...delivery),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    folder,
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The link of the newest mail to an address, with a subject that begins so, as a person finds it there; waits until it has come. */
export async function mailedLink(
  folder: string,
  address: string,
  path: string,
  subject = '',
): Promise<string> {
  return until(`a mail to ${address} with a link to ${path}`, async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(` ${fileNameOf(address)}`));
    for (const name of names.toSorted().toReversed()) {
      const text = fromQuotedPrintable(await readFile(join(folder, name), 'latin1'));
      if (!text.includes(`Subject: ${subject}`)) continue;
      const link = new RegExp(`https?://[^\\s"<>]+${path}[?#][^\\s"<>]+`).exec(text)?.[0];
      if (link) return link;
    }
    return null;
  });
}

/** The text of a part that mail servers may wrap and encode (RFC 2045); links are ASCII. */
function fromQuotedPrintable(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
