/** The kinds of findings of `verify` (AUD-02). */
export type FindingKind =
  | 'event_changed'
  | 'event_columns_changed'
  | 'event_payload_changed'
  | 'event_payload_removed'
  | 'event_missing'
  | 'event_inserted'
  | 'events_reordered'
  | 'command_unproven'
  | 'seal_changed'
  | 'seal_missing'
  | 'seal_signature'
  | 'anchor_changed'
  | 'anchor_missing'
  | 'record_changed'
  | 'record_missing'
  | 'record_inserted'
  | 'history_broken'
  | 'history_changed'
  | 'figure_changed'
  | 'signature_invalid'
  | 'file_changed'
  | 'file_missing'
  | 'guard_missing'
  | 'guard_changed'
  | 'guard_added'
  | 'clock_moved'
  | 'key_changed'
  | 'check_failed';

/** One difference from the state that was written. */
export interface Finding {
  readonly kind: FindingKind;
  /** The object, for example `training_records 12`, `event 40`, `seal 3`. */
  readonly object: string;
  /** In words, for the person who looks into it. */
  readonly detail: string;
}

/** Something that is in order and that an inspector should know. */
export interface Notice {
  readonly kind:
    | 'redaction'
    | 'unsealed'
    | 'unanchored'
    | 'restored'
    | 'no_anchors'
    | 'not_compared'
    | 'time_stamped'
    | 'head_confirmed'
    | 'past_given'
    | 'ddl_not_recorded'
    | 'other_schema';
  readonly object: string;
  readonly detail: string;
}

/** The answer of `verify`: clean means that nothing was found; notices do not count. */
export interface VerifyReport {
  readonly clean: boolean;
  readonly findings: readonly Finding[];
  /** How many findings there were beyond those listed. */
  readonly omitted: number;
  readonly notices: readonly Notice[];
  readonly checked: Readonly<Record<'events' | 'seals' | 'anchors' | 'records' | 'files', number>>;
}

const listed = 2000;

/** Collects findings; keeps the first two thousand and counts the rest, so that a destroyed trail does not fill the memory. */
export class Findings {
  readonly list: Finding[] = [];
  readonly notices: Notice[] = [];
  readonly checked = { events: 0, seals: 0, anchors: 0, records: 0, files: 0 };
  #omitted = 0;

  add(kind: FindingKind, object: string, detail: string): void {
    if (this.list.length < listed) this.list.push({ kind, object, detail });
    else this.#omitted += 1;
  }

  note(kind: Notice['kind'], object: string, detail: string): void {
    this.notices.push({ kind, object, detail });
  }

  report(): VerifyReport {
    return {
      clean: this.list.length === 0,
      findings: this.list,
      omitted: this.#omitted,
      notices: this.notices,
      checked: this.checked,
    };
  }
}
