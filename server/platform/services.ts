import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#server/db/db.d.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { Listener } from '#server/platform/jobs/listener.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { Readiness } from '#server/platform/postgres/readiness.ts';
import type { Sandbox } from '#server/platform/sandbox/sandbox.ts';

/**
 * The objects that the composition root (app.ts) gives to every part of the server; there are no other globals. `jobs` and `subscribers`
 * are declared in the files of their types, because both receive the services.
 */
export interface Services {
  readonly config: Config;
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly files: FileStore;
  /** The sandbox in which untrusted bytes are parsed (SEC-05). */
  readonly sandbox: Sandbox;
  /** Null if no SMTP_URL is set: emails stay in the outbox. */
  readonly mailer: Mailer | null;
  /** Template name → template, from `mail-templates.ts`. */
  readonly mailTemplates: ReadonlyMap<string, MailTemplate>;
  /** Messages between servers by LISTEN/NOTIFY (OPS-03). */
  readonly listener: Listener;
  readonly readiness: Readiness;
  /** The metrics of this process for a Prometheus server (OPS-04). */
  readonly metrics: Metrics;
  /** Version of the product, in every audit event and at /api/version. */
  readonly version: string;
}
