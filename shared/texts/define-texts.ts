import type { ParamsOf } from './params-of.ts';

/** A text of the catalogue: its id and its English message in the format of ICU. */
export interface Text<Message extends string = string> {
  readonly id: string;
  readonly message: Message;
}

/** Declared messages, by their names. */
export type Messages = { readonly [name: string]: string | readonly string[] | Messages };

/** Texts by the names under which their messages are declared. */
export type Texts<Source> = Source extends string
  ? Text<Source>
  : { readonly [Name in keyof Source]: Texts<Source[Name]> };

type MessagesOf<Tree> = Tree extends Text<infer Message> ? Message : MessagesOf<Tree[keyof Tree]>;

/** The arguments with the values of a message, or of all messages below a name. */
export type Values<Tree> =
  Record<string, never> extends ParamsOf<MessagesOf<Tree>>
    ? readonly []
    : readonly [ParamsOf<MessagesOf<Tree>>];

/**
 * Declares texts in English. Their ids are the area and the names, 'accounts.locked.subject', with the number for those of a list.
 * The catalogue is made from these calls (`npm run texts`), so that messages are plain literals.
 */
export function defineTexts<const Source extends Messages>(area: string, messages: Source): Texts<Source> {
  return textsBelow(area, messages) as Texts<Source>;
}

function textsBelow(id: string, source: Messages[string]): unknown {
  if (typeof source === 'string') return { id, message: source } satisfies Text;
  const below = Array.isArray(source)
    ? source.map((message: string, index) => [String(index + 1), message] as const)
    : Object.entries(source as Messages);
  const texts = below.map(([name, part]) => [name, textsBelow(`${id}.${name}`, part)] as const);
  return Array.isArray(source) ? texts.map(([, text]) => text) : Object.fromEntries(texts);
}

/** Returns whether a value is one text, not several by names. */
export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
