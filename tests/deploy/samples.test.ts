import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { installFolder, program } from '#server/platform/config/program.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { selfSigned } from '#tests/harness/self-signed.ts';
import { runHere } from '#tests/harness/product-here.ts';

const deploy = path.join(installFolder, 'deploy');
const read = (name: string): string => fs.readFileSync(path.join(deploy, name), 'utf8');
const withoutComments = (text: string): string => text.replace(/^\s*#.*$/gm, '');

const folder = temporaryFolder();
afterAll(() => folder.remove());

const providers = ['OIDC', 'SAML'] as const;

/**
 * Every variable of the sample, those that are commented out too; what is left empty gets a value. Of the two providers that people
 * can sign in with, one is chosen.
 */
function sampleEnvironment(provider: (typeof providers)[number] = 'OIDC'): Record<string, string> {
  const lines = [...read('traintrail.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)];
  const others = providers.filter((other) => other !== provider);
  return Object.fromEntries(
    lines.flatMap(([, name = '', value = '']) =>
      others.some((other) => name.startsWith(`${other}_`))
        ? []
        : [[name, value.replace(/^'(.*)'$/, '$1') || randomBytes(36).toString('base64')]],
    ),
  );
}

const streams = catalogue.filter(({ raw }) => raw === 'text/event-stream').map(({ path: at }) => at);
const units = fs.readdirSync(path.join(deploy, 'systemd'));
const services = units.filter((name) => name.endsWith('.service'));
const settingOf = (unit: string, name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(read(`systemd/${unit}`))?.[1] ?? '';

test('[OPS-02] the sample of the variables is a configuration: every name is read, every value is right', () => {
  const env = sampleEnvironment();
  expect(Object.keys(env).length).toBeGreaterThan(10);
  const config = loadConfig(env);
  expect(config.strays).toEqual([]);
  expect(config.database).toMatchObject({ kind: 'server', adminUrl: undefined });
  expect(config.trustedProxies).toEqual(['127.0.0.1']);
  for (const unit of services) expect(settingOf(unit, 'StateDirectory')).toBe(path.basename(config.dataDir));
});

test('[OPS-02] [AUTH-18] the sample of the variables is a configuration with SAML, too', async () => {
  const env = sampleEnvironment('SAML');
  expect(env['SAML_CERTIFICATES']).toMatch(/^\/etc\/traintrail\//);
  const certificates = path.join(folder.dir, 'identity-provider.pem');
  fs.writeFileSync(certificates, (await selfSigned('login.example.org')).certificate);
  const config = loadConfig({ ...env, SAML_CERTIFICATES: certificates });
  expect(config.strays).toEqual([]);
  expect(config.saml?.issuer).toBe(env['SAML_ISSUER']);
});

test('[OPS-02] nginx lets through what TrainTrail allows, streams without buffering, and says whose address it is', () => {
  const text = withoutComments(read('nginx.conf'));
  const [, size = '', unit = ''] = /client_max_body_size\s+(\d+)([kmg]?)/.exec(text) ?? [];
  const bytes = Number(size) * 1024 ** ' kmg'.indexOf(unit || ' ');
  const { uploadLimits } = loadConfig(sampleEnvironment());
  expect(size === '0' || bytes > Math.max(uploadLimits.video, uploadLimits.document)).toBe(true);
  expect(text).toMatch(/proxy_request_buffering\s+off;/);
  expect(streams.length).toBeGreaterThan(0);
  for (const stream of streams) {
    const block = text.split(`location = ${stream} {`)[1]?.split('}')[0] ?? '';
    expect(block, stream).toMatch(/proxy_buffering\s+off;/);
    expect(block, stream).toMatch(/proxy_read_timeout\s+1h;/);
  }
  expect(text).toMatch(/proxy_set_header\s+X-Forwarded-For \$remote_addr;/);
  expect(text).toMatch(/proxy_set_header\s+Host \$host;/);
  expect(text).not.toMatch(/add_header|proxy_hide_header|Upgrade|proxy_next_upstream[^;]*non_idempotent/);
});

test('[OPS-02] Caddy has no limit of its own, streams without buffering, and changes no header', () => {
  const text = withoutComments(read('Caddyfile'));
  for (const stream of streams) expect(text).toMatch(new RegExp(`@stream path .*${stream}(?: |$)`, 'm'));
  expect(text).toMatch(/reverse_proxy @stream [^{]*\{\s*flush_interval -1/);
  expect(text).not.toMatch(/request_body|encode|header(?:_up|_down)?\s|request_buffers|trusted_proxies/);
  expect(text).toMatch(/health_uri \/api\/ready/);
  expect(catalogue.map(({ path: at }) => at)).toContain('/api/ready');
});

test('[OPS-02] [OPS-04] the units start commands that there are, as an ordinary user, and wait for a clean end', async () => {
  expect(units).toContain('traintrail-backup.timer');
  for (const unit of services) {
    const [file = '', command = ''] = settingOf(unit, 'ExecStart').split(' ');
    const own = path.join(installFolder, path.relative('/opt/traintrail', file));
    expect(fs.statSync(own).mode & 0o111, file).not.toBe(0);
    if (own === program) expect(await runHere([command, '--help'], {})).toMatchObject({ code: 0 });
    expect(settingOf(unit, 'User')).toBe('traintrail');
    expect(settingOf(unit, 'EnvironmentFile')).toBe('/etc/traintrail/traintrail.env');
    expect(settingOf(unit, 'ProtectSystem')).toBe('strict');
    if (settingOf(unit, 'Type') !== 'exec') continue;
    const { stopDelay, headDestinations } = loadConfig(sampleEnvironment());
    expect(settingOf(unit, 'ReadWritePaths')).toBe(`-${String(headDestinations.folder)}`);
    expect(Number(settingOf(unit, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(stopDelay / 1000 + 20);
  }
});

test('[OPS-04] the nightly backup keeps the newest, touches nothing else, and removes nothing where it failed', () => {
  const [copies, home] = ['copies', 'home'].map((name) => path.join(folder.dir, name)) as [string, string];
  fs.mkdirSync(path.join(home, 'bin'), { recursive: true });
  fs.cpSync(path.join(deploy, 'backup-nightly.sh'), path.join(home, 'deploy', 'backup-nightly.sh'));
  const pretend = (script: string): void =>
    fs.writeFileSync(path.join(home, 'bin', 'traintrail'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const old = ['2026-01-01T020000Z', '2026-01-02T020000Z', '2026-01-03T020000Z'];
  const others = ['2026-01-01T020000Z.partial-7', 'kept by somebody'];
  for (const name of [...old, ...others]) fs.mkdirSync(path.join(copies, name), { recursive: true });
  const run = () => spawnSync(path.join(home, 'deploy', 'backup-nightly.sh'), [copies, '2']).status;
  pretend('exit 1');
  expect(run()).toBe(1);
  expect(fs.readdirSync(copies).toSorted()).toEqual([...old, ...others].toSorted());
  pretend('[ "$1" = backup ] && [ "$2" = --to ] && mkdir "$3"');
  expect(run()).toBe(0);
  const left = fs.readdirSync(copies);
  expect(left).toEqual(expect.arrayContaining([...others, '2026-01-03T020000Z']));
  expect(left).toHaveLength(others.length + 2);
});

test('[OPS-04] the restore drill calls commands that there are, and ends with verify as its gate', async () => {
  const file = path.join(deploy, 'drill-point-in-time.sh');
  expect(fs.statSync(file).mode & 0o111).not.toBe(0);
  expect(spawnSync('bash', ['-n', file]).status).toBe(0);
  const text = withoutComments(read('drill-point-in-time.sh'));
  // Without this, a verify that fails would not end the drill.
  expect(text).toMatch(/^set -euo pipefail$/m);
  const commands = [...text.matchAll(/"\$traintrail" ([a-z-]+)/g)].map(([, command = '']) => command);
  expect(commands.slice(-2)).toEqual(['note-restore', 'verify']);
  for (const command of new Set(commands))
    expect(await runHere([command, '--help'], {}), command).toMatchObject({ code: 0 });
});

test('[OPS-02] bin/traintrail works from any folder and through a link, and names itself by its path', () => {
  const link = path.join(folder.dir, 'traintrail');
  fs.symlinkSync(program, link);
  for (const file of [program, link]) {
    const help = execFileSync(file, ['verify', '--help'], { cwd: '/', encoding: 'utf8' });
    expect(help).toContain(`Usage: ${program} verify`);
  }
});

test('[PERF-03] bin/traintrail keeps the heap for new objects small', () => {
  const NODE_OPTIONS = '--import=data:text/javascript,console.log(process.execArgv.join())';
  const { PATH } = process.env;
  const help = execFileSync(program, ['verify', '--help'], { env: { PATH, NODE_OPTIONS }, encoding: 'utf8' });
  expect(help.split('\n')[0]).toBe('--max-semi-space-size=8');
});

test('[OPS-02] nothing that an operator reads names a package of a registry', () => {
  const texts = ['README.md', 'docs', 'deploy', 'server', 'scripts'].flatMap((name) => filesBelow(name));
  expect(texts.length).toBeGreaterThan(100);
  const named = texts.filter((file) => /npx traintrail/.test(fs.readFileSync(file, 'utf8')));
  // The decision says why.
  expect(named.map((file) => path.basename(file))).toEqual(['046-backup-and-samples.md']);
});

function filesBelow(name: string): string[] {
  const full = path.join(installFolder, name);
  if (fs.statSync(full).isFile()) return [full];
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|ts|mjs|sh|conf|example|service)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
