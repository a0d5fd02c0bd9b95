/** The part of oidc-provider that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: {
        readonly accountId: string;
        readonly grantIdFor: (clientId: string) => string | undefined;
      };
      readonly provider: {
        readonly Grant: {
          new (of: { readonly clientId: string; readonly accountId: string }): Grant;
          find: (id: string) => Promise<Grant | undefined>;
        };
      };
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    on(event: string, listener: (...facts: never[]) => void): void;
  }
}
