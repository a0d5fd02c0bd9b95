/** Messages between all servers of an installation by PostgreSQL LISTEN/NOTIFY (OPS-03, DESIGN rule 8). */
export interface Listener {
  /** Calls back for each message on a channel; returns a function that ends this. */
  subscribe(channel: string, onMessage: (payload: string) => void): () => void;
  stop(): Promise<void>;
}
