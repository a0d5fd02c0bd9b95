/** The text around the first brace of a message, and which brace it is. */
type FirstBrace<Message extends string> = Message extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? { readonly brace: '}'; readonly after: `${Rest}{${After}` }
    : { readonly brace: '{'; readonly after: After }
  : Message extends `${string}}${infer Rest}`
    ? { readonly brace: '}'; readonly after: Rest }
    : null;

type Trimmed<Name extends string> = Name extends ` ${infer Rest}` | `${infer Rest} ` ? Trimmed<Rest> : Name;

type KindOf<Rest extends string> =
  Trimmed<Rest> extends `plural,${string}` | `selectordinal,${string}` ? 'number' : 'string';

/** Name and kind of the argument that starts here. */
type Argument<Start extends string> = Start extends `${infer Head}}${string}`
  ? Head extends `${infer Name},${infer Rest}`
    ? readonly [Trimmed<Name>, KindOf<Rest>]
    : readonly [Trimmed<Head>, 'any']
  : never;

/** Arguments of a message: between texts and arguments, every brace leads from one to the other. */
type InText<Message extends string, Found = never> = Message extends unknown
  ? FirstBrace<Message> extends { brace: infer Brace; after: infer After extends string }
    ? InArgument<After, Brace extends '{' ? Found | Argument<After> : Found>
    : Found
  : never;

type InArgument<Message extends string, Found> =
  FirstBrace<Message> extends { after: infer After extends string } ? InText<After, Found> : Found;

type ValueOf<Name, Found> = readonly [Name, 'number'] extends Found
  ? number
  : readonly [Name, 'string'] extends Found
    ? string
    : string | number;

/** The parameters of an ICU message. A counted parameter is a number, a selecting one is a text. */
export type ParamsOf<Message extends string> =
  InText<Message> extends infer Found
    ? {
        readonly [Name in Found extends readonly [infer N extends string, string] ? N : never]: ValueOf<
          Name,
          Found
        >;
      }
    : never;
