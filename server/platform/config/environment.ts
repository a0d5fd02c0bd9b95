import path from 'node:path';
import { strayText, strayVariables, type StrayVariable } from './stray-variables.ts';

/** Variables by name, as in process.env. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration is wrong (OPS-02); the message names each variable and says what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly { readonly variable: string; readonly message: string }[];

  constructor(problems: readonly { readonly variable: string; readonly message: string }[]) {
    super(problems.map(({ variable, message }) => `${variable} ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** True for `a@b` and `Name <a@b>`: valid senders of an email. */
export function isEmailSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(text)?.[1] ?? text;
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) && !/[\r\n]/.test(text);
}

/** Reads variables one by one and collects what is wrong, so that a person sees all of it at once (OPS-02). */
export class EnvironmentReader {
  readonly #env: Environment;
  readonly #problems = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Notes a wrong variable; the first complaint about each stays. */
  refuse(variable: string, message: string): void {
    if (!this.#problems.has(variable)) this.#problems.set(variable, message);
  }

  /**
   * Call it after everything was read: returns variables that are set but not read, although they look as if they were meant for the
   * product. Throws ConfigError if anything was refused, with the names of these variables, which may be the cause.
   */
  finish(): readonly StrayVariable[] {
    const strays = strayVariables(this.#env, this.#asked);
    if (this.#problems.size === 0) return strays;
    for (const stray of strays)
      this.refuse(stray.variable, strayText(stray).slice(stray.variable.length + 1));
    throw new ConfigError([...this.#problems].map(([variable, message]) => ({ variable, message })));
  }

  /** True when the variable has a value, right or wrong. An empty one counts as absent, as in compose files. */
  isSet(variable: string): boolean {
    this.#asked.add(variable);
    return (this.#env[variable] ?? '').trim() !== '';
  }

  text(variable: string): string | undefined {
    return this.isSet(variable) ? this.#env[variable]?.trim() : undefined;
  }

  /** The absolute folders of PATH, where programs of this machine are looked for. */
  programFolders(): readonly string[] {
    return (this.#env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  }

  integer(variable: string, least: number, most: number): number | undefined {
    const text = this.text(variable);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    this.refuse(variable, `must be a whole number from ${least} to ${most}; it is "${text}"`);
    return undefined;
  }

  flag(variable: string): boolean | undefined {
    const value = this.choice(variable, ['1', '0', 'true', 'false', 'yes', 'no']);
    return value === undefined ? undefined : ['1', 'true', 'yes'].includes(value);
  }

  choice<const Value extends string>(variable: string, values: readonly Value[]): Value | undefined {
    const text = this.text(variable)?.toLowerCase();
    if (text === undefined) return undefined;
    const found = values.find((value) => value === text);
    if (found === undefined) this.refuse(variable, `must be one of ${values.join(', ')}; it is "${text}"`);
    return found;
  }

  /** An absolute URL with one of the schemes. Its value is not repeated in the complaint: it may hold a password. */
  url(variable: string, schemes: readonly string[]): URL | undefined {
    const text = this.text(variable);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    if (url && schemes.includes(url.protocol)) return url;
    this.refuse(
      variable,
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );
    return undefined;
  }
}
