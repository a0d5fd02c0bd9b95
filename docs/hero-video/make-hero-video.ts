/**
 * Makes the background video of the landing page (SHELL-01): contour lines that drift like a map seen from above.
 * Every wave turns a whole number of times in the length of the film, so that its end meets its beginning.
 *
 * Needs ffmpeg. Run: npx node docs/hero-video/make-hero-video.ts
 * Writes app/assets/hero.webm, hero.mp4 and hero.jpg, together below 400 kB.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const width = 960;
const height = 540;
const framesPerSecond = 20;
const frames = 200;

/** A wave of the height field: direction, length, turns in the film, phase, weight. */
interface Wave {
  readonly kx: number;
  readonly ky: number;
  readonly turns: number;
  readonly phase: number;
  readonly weight: number;
}

const waves: readonly Wave[] = [
  { kx: 0.0046, ky: 0.0031, turns: 1, phase: 0.4, weight: 1 },
  { kx: -0.0034, ky: 0.0062, turns: 1, phase: 2.1, weight: 0.85 },
  { kx: 0.0091, ky: -0.0042, turns: -1, phase: 4.2, weight: 0.5 },
  { kx: 0.0058, ky: 0.0113, turns: 1, phase: 1.3, weight: 0.34 },
  { kx: -0.0137, ky: 0.0076, turns: -1, phase: 5.5, weight: 0.2 },
];

const lines = 4.2;
/** Half the width of a line in pixels, and how softly it ends. */
const thickness = 0.6;
const softness = 1.5;

/** Mixes two colors of 0 to 255. */
function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Draws one frame as RGB bytes. */
function draw(frame: number, target: Buffer): void {
  const turn = (2 * Math.PI * frame) / frames;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      let level = 0;
      let slopeX = 0;
      let slopeY = 0;
      for (const { kx, ky, turns, phase, weight } of waves) {
        const angle = kx * x + ky * y + phase + turns * turn;
        level += weight * Math.sin(angle);
        const slope = weight * Math.cos(angle);
        slopeX += slope * kx;
        slopeY += slope * ky;
      }
      const scaled = level * lines;
      const distance = Math.abs(scaled - Math.round(scaled)) / (lines * Math.hypot(slopeX, slopeY) + 1e-6);
      const line = Math.max(0, Math.min(1, (thickness + softness - distance) / softness));
      // Every fourth line is stronger, as on a map.
      const strength = line * (Math.round(scaled) % 4 === 0 ? 0.62 : 0.3);
      const glow = Math.max(0, level + 0.4) * 0.16;
      const ground = (x / width) * 0.6 + (1 - y / height) * 0.4;
      target[at] = mix(mix(8, 9, ground) + glow * 14, 86, strength);
      target[at + 1] = mix(mix(16, 46, ground) + glow * 70, 206, strength);
      target[at + 2] = mix(mix(26, 54, ground) + glow * 66, 192, strength);
    }
  }
}

/** Runs ffmpeg and throws with its words when it fails. */
function ffmpeg(...options: readonly string[]): void {
  const result = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...options], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`ffmpeg failed: ${result.stderr}`);
}

const work = mkdtempSync(join(tmpdir(), 'hero-'));
const lossless = join(work, 'hero.mkv');
const raw = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgb24',
  '-s',
  `${width}x${height}`,
  '-r',
  String(framesPerSecond),
];
const encoder = spawn(
  'ffmpeg',
  ['-y', '-loglevel', 'error', ...raw, '-i', '-', '-c:v', 'ffv1', '-pix_fmt', 'yuv420p', lossless],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
for (let frame = 0; frame < frames; frame += 1) {
  const pixels = Buffer.alloc(width * height * 3);
  draw(frame, pixels);
  if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain');
}
encoder.stdin.end();
await once(encoder, 'close');

const assets = join(import.meta.dirname, '../../app/assets');
const webm = join(assets, 'hero.webm');
const mp4 = join(assets, 'hero.mp4');
const poster = join(assets, 'hero.jpg');
const vp9 = ['-i', lossless, '-an', '-c:v', 'libvpx-vp9', '-b:v', '140k', '-row-mt', '1', '-g', '240'];
const log = join(work, 'pass');
ffmpeg(...vp9, '-pass', '1', '-passlogfile', log, '-f', 'null', '/dev/null');
ffmpeg(...vp9, '-pass', '2', '-passlogfile', log, '-speed', '1', webm);
const h264 = [
  '-i',
  lossless,
  '-an',
  '-c:v',
  'libx264',
  '-preset',
  'veryslow',
  '-b:v',
  '140k',
  '-pix_fmt',
  'yuv420p',
];
ffmpeg(...h264, '-pass', '1', '-passlogfile', log, '-f', 'null', '/dev/null');
ffmpeg(...h264, '-pass', '2', '-passlogfile', log, '-movflags', '+faststart', mp4);
ffmpeg('-i', lossless, '-frames:v', '1', '-q:v', '9', poster);
rmSync(work, { recursive: true });

const bytes = [webm, mp4, poster].map((file) => statSync(file).size);
const total = bytes.reduce((sum, size) => sum + size, 0);
if (total > 400_000) throw new Error(`The video has ${total} bytes, more than 400,000.`);
process.stdout.write(`webm ${bytes[0]}, mp4 ${bytes[1]}, jpg ${bytes[2]} bytes\n`);
