import type { z } from 'zod';
import type { DataRule } from '#shared/contract/data-tags.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import type { Permission } from '#shared/domain/access/permissions.ts';

/** HTTP methods that the API uses (SPEC §7). */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: everybody (`public`), any signed-in person (`signedIn`), or the holders of a permission of the
 * permission table (AUTH-13). `whilePasswordMustChange` marks the calls that stay open behind the gate of AUTH-06,
 * `whileTwoFactorIsMissing` those that stay open to people who must set up a second factor first (AUTH-07);
 * `to set up`: not to people who have one and must give it (AUTH-19), or they would give a new one instead.
 */
export type AccessRule =
  | { readonly public: true }
  | {
      readonly signedIn: true;
      readonly whilePasswordMustChange?: true;
      readonly whileTwoFactorIsMissing?: true | 'to set up';
    }
  | { readonly permission: Permission };

/**
 * What the audit trail keeps of a call (AUD-01): the action that its command records, the action that a sensitive
 * read records before its answer leaves, or the reason why neither is needed.
 */
export type AuditRule = CommandRule | { readonly access: string } | UnrecordedRule;

/** A read that the trail does not keep, and why; that of an inspector it keeps where `inspected` says as what (INS-01). */
interface UnrecordedRule {
  readonly none: string;
  readonly inspected?: InspectedRead;
}

/** What the trail keeps of a read by an inspector: an action, and the kind of record that was read. */
export interface InspectedRead {
  readonly action: `inspection.${string}`;
  readonly record: string;
}

/** What the trail keeps of a call that writes. */
export interface CommandRule {
  /** The action of its command. */
  readonly command: string;
  /**
   * The table whose record the call is about: the one that its path names, or `users` for the caller's own account. Where no row of
   * the trail says so because nothing audited changes, one of the command's own does (AUD-01).
   */
  readonly record?: string;
  /** Reports of work in progress, several a minute: a command only where they change something audited (AUD-01). */
  readonly onlyChanges?: true;
}

/** One file part of a multipart call, as OpenAPI shows it. */
export interface MultipartRule {
  /** Name of the form in the OpenAPI document where several calls take it; left out: that of the call. */
  readonly name?: string;
  /** Text fields beside the files. */
  readonly fields: z.ZodType;
  /** Names of the file parts; a trailing `*` represents any number (`file_*`). */
  readonly files: readonly string[];
}

/** Everything that is known of one call of the API; made by {@link defineEndpoint}. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Stable name, `area.verb`; also the OpenAPI operationId. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path with `:name` parameters, below the origin. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: AccessRule;
  readonly audit: AuditRule;
  /** What of the data a screen shows by this call, or must fetch again after it (SHELL-12). */
  readonly data: DataRule;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly multipart?: MultipartRule;
  /** True when {@link body} is an HTML form (`application/x-www-form-urlencoded`) that a browser sends, and no JSON. */
  readonly form?: true;
  /**
   * True when pages of other sites may send this call (AUTH-15), as identity providers do (AUTH-18): it must then rest on nothing that the
   * browser adds by itself, such as the session.
   */
  readonly fromOtherSites?: true;
  /** The answer's schema: what is not in it never leaves the server. Streams and pages use {@link raw}. */
  readonly response: Response;
  /** Success status, 200 unless set. */
  readonly status?: 200 | 201 | 202 | 204;
  /** True when the answer is a list paged by limit, offset, sort, q with `X-Total-Count` and `Link`. */
  readonly list?: true;
  /** Set when the answer is not JSON: the media type of what is streamed. */
  readonly raw?: string;
  /**
   * True when the answer may be compressed (PERF-03): a large answer to signed-in people that holds no secret, of nobody. What the call
   * reflects of its query could otherwise be made to measure it (BREACH). A call that does not say so is never compressed.
   */
  readonly compressed?: true;
  /** True when a GET of this call keeps a session alive or a write does not (AUTH-05). */
  readonly extendsSession?: boolean;
  /** Error codes of the call's own, beside those that every call of its kind can answer (OPS-06). */
  readonly errors?: readonly ErrorCode[];
  /**
   * `answered`: the answer's revision is in `ETag`; `compared`: the call also compares `If-Match` with what is stored, and answers STALE
   * for an older one (DESIGN 'The wire').
   */
  readonly revision?: 'answered' | 'compared';
  /**
   * The caller must have authenticated within the last minutes (AUTH-19): `true` for every such call, which the gate refuses with
   * STEP_UP_REQUIRED; `sometimes` where it depends on what is changed, which the handler asks by `ctx.requireStepUp`.
   */
  readonly stepUp?: true | 'sometimes';
  /** Whether API tokens may make the call: by itself every read that a permission of tokens guards, and no write (OPS-06). */
  readonly tokens?: boolean;
  /** Largest JSON body in bytes; 256 KiB unless set. */
  readonly bodyLimit?: number;
}

/** Any endpoint, whatever its schemas. */
export type AnyEndpoint = Endpoint;

/** Declares a call of the API once (DESIGN rule 1); `access`, `audit` and `data` are required by the type. */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
>(endpoint: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return endpoint;
}

/** The path parameters of a call, as its handler receives them. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
/** The query of a call, as its handler receives it. */
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
/** The body of a call, as its handler receives it. */
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
/** The body of a call, as a client may send it. */
export type BodyInput<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
/** The query of a call, as a client may send it. */
export type QueryInput<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
/** The path parameters of a call, as a client may send them. */
export type ParamsInput<E> =
  E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never;
/** The answer of a call, as a client receives it. */
export type ResponseOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
/** The answer of a call, as its handler may return it. */
export type ResponseInput<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never;
