/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  interface Result {
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
    readonly requests: { readonly total: number };
    readonly throughput: { readonly total: number };
  }
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<Result>;
}
