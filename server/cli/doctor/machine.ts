import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { findProvider } from '#server/domains/accounts/index.ts';
import { strayText } from '#server/platform/config/stray-variables.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Examination } from './examination.ts';
import { samlExaminations } from './saml.ts';

const leastFreeBytes = 1_000_000_000;
const reachMs = 10_000;

/** Returns the examinations in addition to the database: this machine, and the services that are configured. */
export const machineExaminations = (config: Config): readonly Examination[] => [
  { name: 'Node.js', look: async () => process.versions.node },
  { name: 'configuration', look: async () => config.publicUrl.origin },
  { name: 'variables', look: async () => lookAtVariables(config) },
  { name: 'page', look: async () => lookAtPage() },
  { name: 'data folder', look: async () => lookAtFolder(config) },
  { name: 'office files', look: () => lookAtOffice(config) },
  ...(config.smtp ? [{ name: 'mail', look: () => lookAtMail(config.smtp?.url ?? '') }] : []),
  ...(config.oidc ? [{ name: 'OpenID provider', look: () => lookAtProvider(config) }] : []),
  ...samlExaminations(config),
];

function lookAtVariables({ strays }: Config): string {
  if (strays.length > 0) throw new Error(strays.map(strayText).join(' '));
  return 'no mistyped or unknown one';
}

async function lookAtProvider(config: Config): Promise<string> {
  const issuer = config.oidc?.issuer.href ?? '';
  try {
    await findProvider(config);
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${issuer} does not answer as a provider: ${String(reason)}; check OIDC_ISSUER`, {
      cause: error,
    });
  }
  return `${issuer} answers`;
}

function lookAtPage(): string {
  const index = path.join(import.meta.dirname, '../../../dist/index.html');
  const stat = fs.statSync(index, { throwIfNoEntry: false });
  if (!stat) throw new Error('not built; run: npm run build');
  return `built ${stat.mtime.toISOString()}`;
}

function lookAtFolder(config: Config): string {
  fs.mkdirSync(config.filesDir, { recursive: true, mode: 0o700 });
  fs.accessSync(config.filesDir, fs.constants.R_OK | fs.constants.W_OK);
  const { bavail, bsize } = fs.statfsSync(config.dataDir);
  const free = bavail * bsize;
  const gigabytes = `${(free / 1e9).toFixed(1)} GB free in ${config.dataDir}`;
  if (free < leastFreeBytes) throw new Error(`only ${gigabytes}`);
  return gigabytes;
}

async function lookAtOffice({ officeConverter }: Config): Promise<string> {
  if (!officeConverter) return 'no LibreOffice (SOFFICE_PATH), they are offered for download only';
  const { stdout } = await promisify(execFile)(officeConverter.path, ['--version'], { timeout: reachMs });
  return `${stdout.trim()} at ${officeConverter.path} converts them to PDF`;
}

async function lookAtMail(url: string): Promise<string> {
  const transport = createTransport({ url, connectionTimeout: reachMs, greetingTimeout: reachMs });
  try {
    await transport.verify();
    return `${new URL(url).host} accepts us`;
  } finally {
    transport.close();
  }
}
