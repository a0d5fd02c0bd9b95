/** A real mail server on this machine, and what it received. */
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { sendMailJob } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/platform/services.ts';

/** A mail as the server of the recipient got it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly head: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail server with what it received so far. */
export interface Mailbox {
  readonly received: ReceivedMail[];
  /** The services of a test server, with a mailer that sends here. */
  connect(services: Services): Services;
  /** Sends what waits in the outbox, of some kinds where they are named; answers what arrived by it. */
  deliver(...templates: readonly string[]): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  let services: Services | undefined;
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push(readMail(Buffer.concat(pieces).toString('latin1'), to));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    received,
    connect(of) {
      const from = 'TrainTrail <noreply@traintrail.example>';
      services = { ...of, mailer: createMailer(`smtp://127.0.0.1:${String(port)}`, from) };
      return services;
    },
    async deliver(...templates) {
      if (!services) throw new Error('nobody is connected');
      const before = received.length;
      const { rows } = await sql<{ id: number }>`
        select id from mail_outbox where state = 'waiting'
          and (${templates.length === 0}::boolean or template = any(${[...templates]}::text[])) order by id`.execute(
        services.db,
      );
      for (const { id } of rows) await sendMailJob.run(services, { id });
      return received.slice(before);
    },
    async close() {
      services?.mailer?.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}

/** Parts a message as RFC 2045 wraps it. */
function readMail(raw: string, to: readonly string[]): ReceivedMail {
  const split = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, split).replaceAll(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const part = (type: string): string => {
    const found = raw.split(`--${boundary}`).find((piece) => piece.includes(`Content-Type: ${type}`)) ?? '';
    const body = found.slice(found.indexOf('\r\n\r\n') + 4);
    return found.includes('Content-Transfer-Encoding: base64')
      ? Buffer.from(body, 'base64').toString()
      : Buffer.from(fromQuotedPrintable(body), 'latin1').toString();
  };
  const subject = decodedWords(/^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '');
  return { to, head, subject, text: part('text/plain'), html: part('text/html') };
}

const fromQuotedPrintable = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const decodedWords = (text: string): string =>
  text.replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString()
      : Buffer.from(fromQuotedPrintable(word.replaceAll('_', ' ')), 'latin1').toString(),
  );
