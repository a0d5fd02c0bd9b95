/** The variable that names the file to which a server writes the statements of its requests. */
export const recordingFile = 'RECORDED_STATEMENTS';

/** A statement of a request as the server sent it. */
export interface RecordedStatement {
  /** The name under which it is prepared, if it is. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Which connection it went over, counted from the first. */
  readonly connection: number;
  /** Milliseconds of the server's clock. */
  readonly begun: number;
  readonly ended: number;
}

/** A request with all its statements. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly statements: readonly RecordedStatement[];
}
