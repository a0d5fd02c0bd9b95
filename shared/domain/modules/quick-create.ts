import type { ModuleContentType } from './content-types.ts';
import { baseName, extensionOf, stemOf } from './file-name.ts';

/** The proposal of quick-create for a dropped file, the `moduleInfo` of SPEC §7 (MOD-04). */
export interface QuickCreateInfo {
  readonly title: string;
  readonly description: string;
  readonly contentType: ModuleContentType;
  /** Minutes. */
  readonly duration: number;
  readonly trainingCategory: string;
  readonly contentCreator: string;
}

/** The creator that quick-create names (SPEC §9). */
export const QUICK_CREATE_CREATOR = 'System Generated';

const VIDEO_MINUTES = 45;
const OTHER_MINUTES = 30;

const typeByExtension: ReadonlyMap<string, ModuleContentType> = new Map([
  ['mp4', 'video'],
  ['avi', 'video'],
  ['mov', 'video'],
  // It is not in the list of SPEC §9, but MOD-07 accepts it, so it is not unknown.
  ['webm', 'video'],
  ['pptx', 'presentation'],
  ['ppt', 'presentation'],
  ['ppsx', 'presentation'],
  ['odp', 'presentation'],
]);

/** Returns the content type by extension: video, presentation, and pdf for documents and everything unknown (SPEC §9). */
export function contentTypeForFile(fileName: string): ModuleContentType {
  return typeByExtension.get(extensionOf(fileName)) ?? 'pdf';
}

const spaced = (text: string): string => text.replace(/[-_.+\s]+/gu, ' ').trim();

function titleCase(words: string): string {
  // Only the first letters change: abbreviations such as GCP keep their capitals.
  return words.replace(/(?<=^| )./gu, (letter) => letter.toUpperCase());
}

/**
 * Returns the file name without extension and trailing digits, separators as spaces, title-cased (SPEC §9); never blank for
 * a name with a visible character.
 */
export function titleFromFileName(fileName: string): string {
  const stem = stemOf(fileName);
  const candidates = [spaced(stem.replace(/\d+$/u, '')), spaced(stem), spaced(baseName(fileName))];
  return titleCase(candidates.find((candidate) => candidate !== '') ?? fileName.trim());
}

/** Returns whether a name contains a keyword; short keywords must be a whole word, those from four letters on only its start. */
function hasKeyword(words: readonly string[], keywords: readonly string[]): boolean {
  return words.some((word) => keywords.some((key) => (key.length < 4 ? word === key : word.startsWith(key))));
}

const categoryRules: readonly { readonly category: string; readonly keywords: readonly string[] }[] = [
  {
    category: 'Quality Affairs',
    keywords: ['quality', 'qms', 'qa', 'qc', 'sop', 'sops', 'capa', 'audit', 'deviation', 'compliance'],
  },
  {
    category: 'Medical Affairs',
    keywords: ['medical', 'medicine', 'safety', 'pharmacovigilance', 'adverse', 'sae', 'susar', 'clinician'],
  },
  { category: 'Data Management', keywords: ['data', 'edc', 'crf', 'ecrf', 'cdisc', 'statistic', 'privacy'] },
];

/** Returns the category guessed from the words of the name, otherwise Clinical Research (SPEC §9). */
export function categoryFromFileName(fileName: string): string {
  const words = wordsOf(fileName);
  return categoryRules.find((rule) => hasKeyword(words, rule.keywords))?.category ?? 'Clinical Research';
}

const descriptionRules: readonly { readonly opening: string; readonly keywords: readonly string[] }[] = [
  { opening: 'Good Clinical Practice training', keywords: ['gcp', 'clinpro'] },
  { opening: 'Standard operating procedure', keywords: ['sop', 'sops', 'procedure'] },
  {
    opening: 'Quality management training',
    keywords: ['quality', 'qms', 'qa', 'qc', 'capa', 'audit', 'deviation'],
  },
  {
    opening: 'Safety reporting training',
    keywords: ['safety', 'pharmacovigilance', 'adverse', 'sae', 'susar'],
  },
  { opening: 'Privacy and data protection training', keywords: ['privacy', 'gdpr', 'hipaa'] },
  { opening: 'Data management training', keywords: ['data', 'edc', 'crf', 'ecrf', 'cdisc'] },
  { opening: 'Study protocol training', keywords: ['protocol'] },
  { opening: 'Onboarding training', keywords: ['onboarding', 'orientation', 'induction'] },
  { opening: 'Policy training', keywords: ['policy', 'policies'] },
];

/** Returns a description chosen by keyword (SPEC §9): the kind of training, then its title. */
export function descriptionFromFileName(fileName: string): string {
  const words = wordsOf(fileName);
  const opening =
    descriptionRules.find((rule) => hasKeyword(words, rule.keywords))?.opening ?? 'Training module';
  return `${opening}: ${titleFromFileName(fileName)}`;
}

function wordsOf(fileName: string): string[] {
  return stemOf(fileName)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns everything that quick-create derives from a file name (SPEC §9, MOD-04); shown for editing before it is saved. */
export function quickCreateInfo(fileName: string): QuickCreateInfo {
  const contentType = contentTypeForFile(fileName);
  return {
    title: titleFromFileName(fileName),
    description: descriptionFromFileName(fileName),
    contentType,
    duration: contentType === 'video' ? VIDEO_MINUTES : OTHER_MINUTES,
    trainingCategory: categoryFromFileName(fileName),
    contentCreator: QUICK_CREATE_CREATOR,
  };
}
