import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';
import { contentsOf, damagedFiles, type VersionRow } from './content-integrity.ts';
import { readEvidence } from './evidence.ts';
import { validityOfEvidence, type RecordValidity } from './record-validity.ts';

/** The judgement of a text of evidence, which is valid while no stored file changes. */
interface Judged {
  /** The versions whose files are checked again for every answer. */
  readonly versions: readonly Pick<VersionRow, 'files'>[];
  readonly validity: ReadonlyMap<number, RecordValidity>;
}

/** The judgements of one process with its keys, by the SHA-256 of the text; the most recently used one is the last. */
interface Memory {
  readonly judged: Map<string, Judged>;
  completions: number;
}

/** The number of completions whose result a process caches: some megabytes. */
const mostKept = 20_000;

const memories = new WeakMap<KeySource, Memory>();

/**
 * Returns whether the completions of a list are what was signed (SIG-04): every record, signature and content that its statement
 * has read, and every file on the disk. The same bytes under the same keys are judged once: what has changed in any column is
 * another text.
 *
 * @param text as the statements of `evidence.ts` answer it
 */
export async function evidenceValidity(
  services: Services,
  text: string,
): Promise<ReadonlyMap<number, RecordValidity>> {
  const { versions, validity } = judgedOnce(services.config, text);
  const damaged = await damagedFiles(services, versions);
  if (damaged.size === 0) return validity;
  const evidence = readEvidence(text);
  return validityOfEvidence(services.config, evidence, contentsOf(evidence.versions, damaged));
}

function judgedOnce(keys: KeySource, text: string): Judged {
  let memory = memories.get(keys);
  if (!memory) memories.set(keys, (memory = { judged: new Map(), completions: 0 }));
  const digest = sha256Hex(text);
  const known = memory.judged.get(digest);
  const found = known ?? judge(keys, text);
  if (known) memory.judged.delete(digest);
  else memory.completions += found.validity.size;
  memory.judged.set(digest, found);
  for (const [oldest, { validity }] of memory.judged) {
    if (memory.completions <= mostKept) break;
    memory.judged.delete(oldest);
    memory.completions -= validity.size;
  }
  return found;
}

function judge(keys: KeySource, text: string): Judged {
  const evidence = readEvidence(text);
  return {
    versions: evidence.versions.filter(({ files }) => files.length > 0).map(({ files }) => ({ files })),
    validity: validityOfEvidence(keys, evidence, contentsOf(evidence.versions, new Set())),
  };
}
