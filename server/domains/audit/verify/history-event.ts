/** An event of one record, as the check of records reads it. */
export interface HistoryEvent {
  readonly id: number;
  /** The audited table, or the table of former states that a command gave as a whole. */
  readonly objectType: string;
  readonly objectId: string;
  readonly commandId: number | null;
  /** As `row_to_json` writes an instant in UTC. */
  readonly at: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly content: string | null;
  readonly redacted: boolean;
}
