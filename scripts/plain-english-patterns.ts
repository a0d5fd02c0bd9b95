/** Words that plain English does without, the better ones, and the paths where the check refuses them. */
export interface Pattern {
  readonly words: RegExp;
  readonly better: string;
  /** Files, or folders with a slash at the end. Add a folder as soon as it is clean. */
  readonly paths: readonly string[];
}

const documents = ['README.md', 'CONTRIBUTING.md', 'docs/'];
const catalogue = ['app/locales/'];
/** Comments of all code. */
const code = [
  'shared/',
  'server/',
  'scripts/',
  'app/brand/',
  'app/features/',
  'app/lib/',
  'app/screens/',
  'app/shell/',
  'app/theme/',
  'app/ui/',
];

const everywhere = [...documents, ...catalogue, ...code];
const documentsAndCode = [...documents, ...code];

/** A space in an expression also matches the end of a line. */
const words = (source: string): RegExp => new RegExp(source.replaceAll(' ', String.raw`\s+`), 'gimu');

/** Patterns of the style and of the glossary. */
export const patterns: readonly Pattern[] = [
  {
    words: words(String.raw`\b(?:stands?|stood)\b`),
    better: 'is, appears, is shown, is recorded',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\b(?:tells?|told)\b`),
    better: 'shows, says, reports; is notified',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\bwaits? (?:under|beside|for (?:you|them|somebody|anybody|nobody)\b)`),
    better: 'is pending, needs your attention',
    paths: everywhere,
  },
  {
    words: words(String.raw`\b(?:asked|asks) for\b`),
    better: 'requested, requests',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\b(?:an|the|of|by|with|under) own\b|^own\b|[,:(] own\b`),
    better: 'their own, its own',
    paths: everywhere,
  },
  {
    words: words(String.raw`\bhand(?:s|ed|ing)?[- ]in\b`),
    better: 'submit, submitted',
    paths: everywhere,
  },
  {
    words: words(String.raw`\bright answers?\b|\banswered right\b`),
    better: 'correct answer',
    paths: everywhere,
  },
  {
    words: words(String.raw`\btrains? again\b|\bagain every \d`),
    better: 'retrains, renews every',
    paths: everywhere,
  },
  { words: words(String.raw`\bby hand\b`), better: 'manually, manual', paths: everywhere },
  {
    words: words(
      String.raw`\b(?:one|a|two|\d+,\d{3}) \w+ an? (?:person|row|file|call|module|organization|kind|decision|language|record|line|area|process|browser|version|purpose|screen|document|event)\b`,
    ),
    better: 'per: one row per person',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\b(?:mails|mailed|mailing)\b|\bmail\b(?! (?:server|provider|program))`),
    better: 'email',
    paths: everywhere,
  },
  { words: words(String.raw`\bfilms?\b`), better: 'video', paths: everywhere },
  { words: words(String.raw`\banew\b|\bonce more\b`), better: 'again', paths: documentsAndCode },
  {
    words: words(String.raw`\bwhat (?:is kept|lasts|stays|follows|came of|comes of|becomes of|became of)\b`),
    better: 'stored, kept on record; consequences; result',
    paths: documentsAndCode,
  },
  { words: words(String.raw`\bworth\b`), better: 'is valid until; should', paths: everywhere },
  {
    words: words(
      String.raw`(?:\n\s*\n|^- |[.:;·] |\| )Who (?:has|is|was|does|may|can|cannot|must|never|no|knows|holds|shows|wants|asks|runs|signs|reads|left|moved|completes?d?|only)\b(?![^.|]*\?)|\b(?:by|than|of|from|for|to) who (?:has|is|was|does|may|can|holds|shows|wants|runs|signs|reads)\b|\bwhoever\b`,
    ),
    better: 'people who, the learner who, anyone who',
    paths: documentsAndCode,
  },
  { words: words(String.raw`\bin force\b`), better: 'effective', paths: everywhere },
  {
    words: words(String.raw`\b(?:takes?|taken|took|taking) (?:it |them )?(?:away|back)\b`),
    better: 'removes, withdraws',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\bled by\b|\bwho leads?\b|\bleads? (?:people|them|somebody)\b`),
    better: 'reports to, manages',
    paths: everywhere,
  },
  {
    words: words(String.raw`\b(?:began|begun)\b|\bbegins? (?:again|with|at)\b`),
    better: 'started, starts',
    paths: everywhere,
  },
  { words: words(String.raw`\bat the earliest\b`), better: 'available from', paths: everywhere },
  { words: words(String.raw`\b(?:goes|went|go) on\b`), better: 'continues', paths: documentsAndCode },
  {
    words: words(String.raw`\bfor ever\b`),
    better: 'permanently, indefinitely',
    paths: everywhere,
  },
  { words: words(String.raw`\bbesides\b`), better: 'also', paths: documentsAndCode },
  { words: words(String.raw`\bnoted\b`), better: 'recorded, saved', paths: everywhere },
  {
    words: words(String.raw`\b(?:hears?|heard|unheard|heeds?)\b`),
    better: 'is notified; respects',
    paths: documentsAndCode,
  },
  { words: words(String.raw`\bof ours\b`), better: 'our own', paths: documentsAndCode },
  {
    words: words(String.raw`\bunless (?:said|told)\b|\bsays? otherwise\b`),
    better: 'unless set',
    paths: documentsAndCode,
  },
  {
    words: words(
      String.raw`\b(?:server|page|table|row|trail|database|list|screen|code|job|library|product|system|rule|key|file) (?:knows|believes|thinks|wants|sees|forgets|remembers|notices|likes)\b`,
    ),
    better: 'name what the code does: has, records, checks',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\b(?:thereby|hereby|whereby|thereof|therein|lest|beside|meanwhile)\b`),
    better: 'with, next to, in addition to, in the meantime',
    paths: documentsAndCode,
  },
  {
    words: words(String.raw`\b(?:null|undefined|empty|false|true|NOT_FOUND|CONFLICT|STALE) where\b`),
    better: 'null if, NOT_FOUND if',
    paths: documentsAndCode,
  },
  { words: words(String.raw`\bcolours?\b`), better: 'color', paths: documentsAndCode },
];

/** Files that are generated or quoted, name the words, or are not yet rewritten. */
export const leftOut: readonly RegExp[] = [
  /^docs\/decisions\/(?:059|06)/u,
  /^docs\/(?:glossary|formats|walk|tampering|traceability|requirements|performance)\.md$/u,
  /\.(?:test\.tsx?|d\.ts)$/u,
];
