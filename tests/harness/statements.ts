import pg from 'pg';

/** A statement as the driver sent it. */
export interface SentStatement {
  readonly connection: unknown;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The part of the driver's query that sends it. */
interface Sending {
  readonly text: string;
  readonly values?: readonly unknown[];
  submit: (this: Sending, connection: unknown) => unknown;
}

/** Every statement that this process sends to a database while something is done, in their order. */
export async function statementsDuring(work: () => Promise<void>): Promise<readonly SentStatement[]> {
  const prototype = pg.Query.prototype as unknown as Sending;
  const original = prototype.submit;
  const sent: SentStatement[] = [];
  prototype.submit = function submit(this: Sending, connection: unknown) {
    sent.push({ connection, text: this.text, values: this.values ?? [] });
    return original.call(this, connection);
  };
  try {
    await work();
  } finally {
    prototype.submit = original;
  }
  return sent;
}
