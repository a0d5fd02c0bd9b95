import { modulesContract } from '#shared/contract/modules.ts';
import type { BulkCategoryChoice } from '#shared/domain/modules/bulk-category.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { explain, reasonInWords } from '#app/lib/reasons.ts';
import { upload } from '#app/lib/upload.ts';
import type { DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';

/** The state of a file in a bulk upload. */
export type FileState = 'waiting' | 'sending' | 'stored' | 'refused' | 'cancelled';

/** A file of a bulk upload with its progress. */
export interface BulkFile {
  readonly file: File;
  readonly state: FileState;
  /** The share that was sent, 0 to 1. */
  readonly share: number;
  /** The reason why it was refused. */
  readonly reason: string | null;
  /** The title of the module that it became or joined. */
  readonly module: string | null;
  /** It was stored, and its pages are blank. */
  readonly isBlank?: boolean;
}

/** The choice of how files become modules (MOD-05). */
export interface BulkChoice {
  readonly category: BulkCategoryChoice;
  readonly trainingCategory: string;
  /** The module that gets all files; null: one new module per file. */
  readonly moduleId: number | null;
}

/** A bulk upload: null before the first. */
export interface BulkState {
  readonly files: readonly BulkFile[];
  readonly running: boolean;
  /** The draft with the files; null if there is none and they are effective. */
  readonly draft: DraftToPublish | null;
}

/** The result of a run: what was stored, what was not, and whether a call failed. */
export interface BulkOutcome {
  readonly stored: number;
  readonly failed: number;
  readonly draft: DraftToPublish | null;
}

const idle: BulkState = { files: [], running: false, draft: null };
let state = idle;
let abort: AbortController | null = null;
const listeners = new Set<() => void>();

/** The upload continues when the dialog is closed and is shown again when it opens (UI.md 'Long work'). */
export const bulkRun = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  state: (): BulkState => state,
  /** Clears a run that has ended. */
  clear(): void {
    if (!state.running) set(idle);
  },
  /** Cancels the upload: stored files stay, the others are not sent. */
  cancel(): void {
    abort?.abort();
  },
  /**
   * Sends the files: one call per file, so that each is stored independently; for one module all in one call, so that there
   * is one version.
   */
  async start(files: readonly File[], choice: BulkChoice): Promise<BulkOutcome> {
    abort = new AbortController();
    set({ files: files.map(waiting), running: true, draft: null });
    const places = files.map((_, place) => place);
    const batches = choice.moduleId === null ? places.map((place) => [place]) : [places];
    try {
      for (const batch of batches) {
        if (abort.signal.aborted) change(batch, { state: 'cancelled' });
        else await sendBatch(batch, choice, abort.signal);
      }
    } finally {
      abort = null;
      set({ ...state, running: false });
    }
    const stored = state.files.filter((file) => file.state === 'stored').length;
    const failed = state.files.filter((file) => file.state === 'refused').length;
    return { stored, failed, draft: state.draft };
  },
};

const waiting = (file: File): BulkFile => ({ file, state: 'waiting', share: 0, reason: null, module: null });

function set(next: BulkState): void {
  state = next;
  for (const listener of listeners) listener();
}

function change(places: readonly number[], changes: Partial<Omit<BulkFile, 'file'>>): void {
  set({
    ...state,
    files: state.files.map((file, place) => (places.includes(place) ? { ...file, ...changes } : file)),
  });
}

async function sendBatch(batch: readonly number[], choice: BulkChoice, signal: AbortSignal): Promise<void> {
  change(batch, { state: 'sending' });
  const parts = batch.flatMap((place) => state.files[place]?.file ?? []);
  try {
    const answer = await upload(modulesContract.bulkUpload, {
      fields: {
        category: choice.category,
        ...(choice.trainingCategory ? { trainingCategory: choice.trainingCategory } : {}),
        // A module without assignments gets the files at once; for any other module this creates a draft.
        ...(choice.moduleId === null ? {} : { moduleId: String(choice.moduleId), publish: 'draft' }),
      },
      files: parts.map((file) => ({ name: 'files', file })),
      onProgress: (share) => sharesOf(batch, parts, share),
      signal,
    });
    settle(batch, answer);
    set({ ...state, draft: answer.draft });
  } catch (error) {
    if (signal.aborted) change(batch, { state: 'cancelled' });
    else if (error instanceof ApiError && isUnauthorized(error)) {
      abort?.abort();
      change(batch, { state: 'cancelled' });
    } else {
      const known = error instanceof ApiError ? error : new ApiError(0, String(error));
      change(batch, { state: 'refused', reason: explain(known) });
    }
  }
}

type Answer = Awaited<ReturnType<typeof upload<typeof modulesContract.bulkUpload>>>;

/** Matches the stored and refused files by name; if two files have the same name, the first one is matched first. */
function settle(batch: readonly number[], { uploadedFiles, failedFiles }: Answer): void {
  const stored = [...uploadedFiles];
  const failed = [...failedFiles];
  for (const place of batch) {
    const name = state.files[place]?.file.name ?? '';
    const bad = failed.findIndex(({ originalName }) => originalName === name);
    const good = stored.findIndex(({ originalName }) => originalName === name);
    if (bad >= 0) {
      const [refused] = failed.splice(bad, 1);
      change([place], { state: 'refused', reason: refused ? reasonInWords(refused) : null });
    } else {
      const [taken] = good >= 0 ? stored.splice(good, 1) : [];
      change([place], {
        state: 'stored',
        share: 1,
        module: taken?.title ?? null,
        isBlank: taken?.isBlank === true,
      });
    }
  }
}

/** The files of a call are sent one after the other: the progress of each follows from the total. */
function sharesOf(batch: readonly number[], files: readonly File[], share: number): void {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const [index, file] of files.entries()) {
    const place = batch[index];
    const sent = share * total - before;
    before += file.size;
    if (place !== undefined)
      change([place], { share: Math.min(1, Math.max(0, sent / Math.max(1, file.size))) });
  }
}
