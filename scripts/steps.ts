import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** One part of `check` or `test`. */
export interface Step {
  readonly title: string;
  /** A JavaScript or TypeScript file and its arguments, run by this Node.js. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the output while it runs instead of only after a failure. */
  readonly live?: boolean;
  readonly timeoutMinutes?: number;
}

/** The result of a step. */
export interface StepResult {
  readonly title: string;
  readonly passed: boolean;
  readonly durationMs: number;
  readonly output: string;
  /** It took too long and was ended. */
  readonly stopped?: true;
}

/** Root of the repository. */
export const root = path.resolve(import.meta.dirname, '..');

/** Program of an npm package. */
export const bin = (file: string): string => path.join(root, 'node_modules', file);

const running = new Set<ChildProcess>();

/** Ends the running steps when this process must end, so that no process is left behind. */
export function endStepsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill(signal);
      // A second signal, or children that do not end, must not block the terminal.
      setTimeout(() => process.exit(1), 10_000).unref();
      process.exitCode = 1;
    });
  }
}

/** Runs one step to its end. A step that takes minutes prints its start. */
export async function runStep(step: Step): Promise<StepResult> {
  const started = performance.now();
  if ((step.timeoutMinutes ?? 0) > 10) process.stdout.write(`…              ${step.title}\n`);
  const child = spawn(process.execPath, step.command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...step.env },
  });
  running.add(child);
  let output = '';
  const keep = (chunk: string): void => {
    output += chunk;
    if (step.live === true) process.stdout.write(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const minutes = step.timeoutMinutes ?? 10;
  let stopped = false;
  const timer = setTimeout(() => {
    stopped = true;
    keep(`\nstopped after ${minutes} minutes\n`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, minutes * 60_000);
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      keep(String(error));
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  clearTimeout(timer);
  running.delete(child);
  const durationMs = performance.now() - started;
  return { title: step.title, passed, durationMs, output, ...(stopped ? { stopped } : {}) };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(8);

/** Prints one line per step, and the whole output of a failed one that was not printed before. */
export function report(step: Step, result: StepResult): void {
  process.stdout.write(`${result.passed ? 'ok  ' : 'FAIL'} ${seconds(result.durationMs)}  ${result.title}\n`);
  if (!result.passed && step.live !== true) process.stdout.write(`${result.output.trimEnd()}\n\n`);
}

/** Runs steps, at most `atOnce` at a time, and reports each when it ends. Results are in the order of the steps. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const waiting = [...steps.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, step] = next;
      const result = await runStep(step);
      results[index] = result;
      report(step, result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
