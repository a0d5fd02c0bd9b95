import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Values of the parameters of a message. */
export type Params = Readonly<Record<string, string | number>>;

type Branches = Readonly<Record<string, unknown>>;

/**
 * Formats a message of ICU with its values. Unlike Lingui, it does not decode escape sequences like \u202e in the finished text: a person
 * may have typed them, and the text must show what was typed (SIG-02).
 */
export function formatMessage(message: string, params: Params, language: string): string {
  return /[{}']/u.test(message) ? textOf(compiled(message), params, language) : message;
}

const known = new Map<string, unknown>();

function compiled(message: string): unknown {
  const found = known.get(message) ?? compileMessageOrThrow(message);
  known.set(message, found);
  return found;
}

/** Returns the text of tokens as Lingui compiles them: text, `[name]`, or `[name, format, branches]`. */
function textOf(tokens: unknown, params: Params, language: string): string {
  if (typeof tokens === 'string') return tokens;
  return (tokens as readonly unknown[])
    .map((token) => {
      if (typeof token === 'string') return token;
      const [name, format, branches] = token as readonly [string, string?, Branches?];
      const value = params[name];
      if (value === undefined) throw new Error(`a message needs the value "${name}"`);
      if (format === undefined) return String(value);
      if (format === 'number') return grouped(value, language);
      return textOf(branchOf(format, branches ?? {}, value, language), params, language);
    })
    .join('');
}

const rules = new Map<string, Intl.PluralRules>();

const numbers = new Map<string, Intl.NumberFormat>();

function grouped(value: string | number, language: string): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(Number(value));
}

function branchOf(format: string, branches: Branches, value: string | number, language: string): unknown {
  if (format !== 'plural' && format !== 'select') throw new Error(`the format "${format}" is not supported`);
  const exact = branches[String(value)];
  if (exact !== undefined || format === 'select') return exact ?? branches['other'] ?? '';
  const counting = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, counting);
  return branches[counting.select(Number(value))] ?? branches['other'] ?? '';
}
