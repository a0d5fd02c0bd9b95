/**
 * The form in which texts that people enter are stored and compared. Copied texts bring characters that nobody sees: spaces that
 * do not break, soft hyphens, marks of direction. With them two departments look like one, and a name can be empty or read backwards.
 */

/** Most texts: ASCII with single spaces between the words. */
const ordinary = /^[!-~]+(?: [!-~]+)*$/;

/** The signs that shape the letter before them, and after which scripts they do. */
const joiner = '[\\u200c\\u200d]';
const joinedAfter =
  '[\\p{M}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
const selector = '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
const selectedAfter = '[\\p{Extended_Pictographic}\\p{Script=Han}]';

/** Characters that show nothing, or that turn the direction of the text around them; a joiner or selector only where it shapes nothing. */
const unseen = new RegExp(
  `(?!${joiner}|${selector})\\p{Default_Ignorable_Code_Point}|[\\ufff9-\\ufffb]` +
    `|(?<!${joinedAfter})${joiner}|${joiner}(?![\\p{L}\\p{M}\\p{Extended_Pictographic}])|(?<!${selectedAfter})${selector}`,
  'gu',
);

/** The characters of a line: no controls and no ends of lines. */
// oxlint-disable-next-line no-control-regex
export const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

/** Spaces of every width; braille writes one with an empty cell. */
const spaces = /[\p{Zs}\u2800]+/gu;
const outerSpace = /^ | $/g;

/** Anything but marks and spaces. A control character counts, because it is refused and not removed. */
const visible = /[^\p{M}\p{Z}\p{Cf}\u2800]/u;

/** Returns a text without the characters that show nothing or turn the direction of others; '' if nothing visible is left. */
export function seenText(text: string): string {
  if (ordinary.test(text)) return text;
  const seen = text.replaceAll(unseen, '').normalize('NFC');
  return visible.test(seen) ? seen : '';
}

/** Returns a text of one line in the form in which it is stored and compared: {@link seenText} with one space between words. */
export function plainLine(text: string): string {
  if (ordinary.test(text)) return text;
  return seenText(text).replaceAll(spaces, ' ').replaceAll(outerSpace, '');
}

/**
 * Returns the key by which names of departments, job titles and organizations are the same, whatever their case and spaces. Each letter
 * is folded alone, like in the index of the database: İ is i for it, and Σ is σ at the end of a word too.
 */
export const nameKey = (name: string): string => Array.from(plainLine(name), foldedLetter).join('');

const foldedLetter = (letter: string): string =>
  String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0);
