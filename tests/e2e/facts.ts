import type { DemoTemplate } from './demo-template.ts';

/** What a browser test must know of the server that runs for it. */
export interface ServerFacts {
  /** http://127.0.0.1:port */
  readonly url: string;
  /** The database for a superuser: only for what the product itself does not offer, the clock for instance. */
  readonly adminUrl: string;
  /** The same database for the application's role, and the secret: for a second server beside the first. */
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** Folder of the mails that the server has sent (mailbox.ts). */
  readonly mails: string;
  /** For servers with demo data of their own. */
  readonly demo: DemoTemplate;
}

/** The password of every demo account in a browser run. */
export const demoPassword = 'walk-the-trail-2026';

/** The demo accounts (DESIGN 'Starting it'). */
export const accounts = {
  admin: 'admin@demo.example',
  manager: 'manager@demo.example',
  learner: 'learner@demo.example',
  hr: 'hr@demo.example',
  inspector: 'inspector@demo.example',
} as const;

/** A demo account by its short name. */
export type Account = keyof typeof accounts;

/** Whether the server of the run is there already. */
export const isRunning = (): boolean => process.env.TRAINTRAIL_E2E !== undefined;

/** The facts of this run, as global-setup.ts left them. */
export function serverFacts(): ServerFacts {
  const { TRAINTRAIL_E2E: text } = process.env;
  if (text === undefined) throw new Error('No server runs: browser tests start with playwright.config.ts');
  return JSON.parse(text) as ServerFacts;
}
