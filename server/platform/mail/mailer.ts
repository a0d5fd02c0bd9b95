import { createTransport } from 'nodemailer';

/** One message, ready for the wire. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
}

/** Hands messages to the mail server. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Milliseconds that a silent mail server is waited for. */
export interface MailerTimeouts {
  readonly connection: number;
  readonly socket: number;
}

// The six responses for an email and its connection together take less than the time for which the outbox claims it.
const longestDirectWait: MailerTimeouts = { connection: 15_000, socket: 40_000 };

/** Creates a mailer over SMTP (SMTP_URL, MAIL_FROM); it throws the answer of the server, with its `responseCode`. */
export function createMailer(smtpUrl: string, from: string, timeouts = longestDirectWait): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.connection,
    socketTimeout: timeouts.socket,
    // The outbox tries again and records it: here only a connection that was idle too long is replaced.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
