import path from 'node:path';
import { z } from 'zod';
import { strayText, strayVariables, type StrayVariable } from './stray-variables.ts';

/** Variables by name, as in process.env. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration is wrong (OPS-02); the message names each variable and the expected value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly { readonly variable: string; readonly message: string }[];

  constructor(problems: readonly { readonly variable: string; readonly message: string }[]) {
    super(problems.map(({ variable, message }) => `${variable} ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** Returns true for `a@b` and `Name <a@b>`: valid senders of an email. */
export function isEmailSender(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(text)?.[1] ?? text;
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) && !/[\r\n]/.test(text);
}

const flagWords = { truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] };

/** Reads variables one by one and collects all errors, so that a person sees them together (OPS-02). */
export class EnvironmentReader {
  readonly #env: Environment;
  readonly #problems = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Records a wrong variable. Only the first complaint about each is reported. */
  refuse(variable: string, message: string): void {
    if (!this.#problems.has(variable)) this.#problems.set(variable, message);
  }

  /**
   * Returns variables that are set but not read, although they look as if they were meant for the product. Call it after
   * everything was read. Throws ConfigError if anything was refused, with the names of these variables, which may be the cause.
   */
  finish(): readonly StrayVariable[] {
    const strays = strayVariables(this.#env, this.#asked);
    if (this.#problems.size === 0) return strays;
    for (const stray of strays)
      this.refuse(stray.variable, strayText(stray).slice(stray.variable.length + 1));
    throw new ConfigError([...this.#problems].map(([variable, message]) => ({ variable, message })));
  }

  /** Returns true if the variable has a value, right or wrong. An empty one counts as absent, as in compose files. */
  isSet(variable: string): boolean {
    this.#asked.add(variable);
    return (this.#env[variable] ?? '').trim() !== '';
  }

  text(variable: string): string | undefined {
    return this.isSet(variable) ? this.#env[variable]?.trim() : undefined;
  }

  /** Returns the absolute folders of PATH, in which programs of this machine are searched. */
  programFolders(): readonly string[] {
    return (this.#env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  }

  integer(variable: string, least: number, most: number): number | undefined {
    const whole = z.stringFormat('digits', /^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
    return this.#parsed(
      variable,
      whole,
      (text) => `must be a whole number from ${least} to ${most}; it is "${text}"`,
    );
  }

  flag(variable: string): boolean | undefined {
    const { truthy, falsy } = flagWords;
    return this.#parsed(
      variable,
      z.stringbool(flagWords),
      (text) => `must be one of ${[...truthy, ...falsy].join(', ')}; it is "${text}"`,
    );
  }

  choice<const Value extends string>(variable: string, values: readonly Value[]): Value | undefined {
    return this.#parsed(
      variable,
      z.string().toLowerCase().pipe(z.enum(values)),
      (text) => `must be one of ${values.join(', ')}; it is "${text}"`,
    );
  }

  /** Reads an absolute URL with one of the schemes. The error does not repeat its value, which may contain a password. */
  url(variable: string, schemes: readonly string[]): URL | undefined {
    const address = z
      .url({ protocol: new RegExp(`^(?:${schemes.map((scheme) => scheme.slice(0, -1)).join('|')})$`) })
      .transform((text) => new URL(text));
    const beginnings = schemes.map((scheme) => `${scheme}//`).join(' or ');
    return this.#parsed(variable, address, () => `must be an address that begins with ${beginnings}`);
  }

  /** What a schema makes of a variable; undefined if it is absent, and where it is refused. */
  #parsed<Value>(
    variable: string,
    schema: z.ZodType<Value, string>,
    complaint: (text: string) => string,
  ): Value | undefined {
    const text = this.text(variable);
    if (text === undefined) return undefined;
    const { success, data } = schema.safeParse(text);
    if (success) return data;
    this.refuse(variable, complaint(text));
    return undefined;
  }
}
