import type { z } from 'zod';
import type { DataRule } from '#shared/contract/data-tags.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import type { Permission } from '#shared/domain/access/permissions.ts';

/** HTTP methods that the API uses (SPEC §7). */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The permitted callers (AUTH-13): everybody (`public`), any signed-in person (`signedIn`), or the holders of a permission of the
 * permission table. `whilePasswordMustChange` marks the calls that stay open behind the gate of AUTH-06.
 * `whileTwoFactorIsMissing` marks the calls that stay open to people who must set up a second factor first (AUTH-07). With `to
 * set up`, they are closed to people who have one and must give it (AUTH-19), because these would set up a new one instead.
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
 * The trail's record of a call (AUD-01): the action that its command records, the action that a sensitive read records
 * before its answer leaves, or the reason why neither is needed.
 */
export type AuditRule = CommandRule | { readonly access: string } | UnrecordedRule;

/** A read that the trail does not record, and the reason; an inspector's read is recorded if `inspected` names its action (INS-01). */
interface UnrecordedRule {
  readonly none: string;
  readonly inspected?: InspectedRead;
}

/** The entry of the trail for a read by an inspector: an action, and the kind of record that was read. */
export interface InspectedRead {
  readonly action: `inspection.${string}`;
  readonly record: string;
}

/** The entry of the trail for a call that writes. */
export interface CommandRule {
  /** The action of its command. */
  readonly command: string;
  /**
   * The table of the record that the call concerns: the one in its path, or `users` for the caller's own account. If nothing
   * audited changes, no row of the trail names the record, and the command adds its own row (AUD-01).
   */
  readonly record?: string;
  /** Reports of work in progress, several per minute: a command only if they change something audited (AUD-01). */
  readonly onlyChanges?: true;
}

/** One file part of a multipart call, as OpenAPI shows it. */
export interface MultipartRule {
  /** Name of the form in the OpenAPI document if several calls use it; default: that of the call. */
  readonly name?: string;
  /** Text fields in addition to the files. */
  readonly fields: z.ZodType;
  /** Names of the file parts; a trailing `*` represents any number (`file_*`). */
  readonly files: readonly string[];
}

/** All facts about one call of the API; created by {@link defineEndpoint}. */
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
  readonly path: `/api/${string}` | `/scim/v2/${string}`;
  readonly summary: string;
  readonly access: AccessRule;
  readonly audit: AuditRule;
  /** The data that a screen shows by this call, or must fetch again after it (SHELL-12). */
  readonly data: DataRule;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly multipart?: MultipartRule;
  /** True if {@link body} is an HTML form (`application/x-www-form-urlencoded`) that a browser sends, not JSON. */
  readonly form?: true;
  /**
   * True if pages of other sites may send this call (AUTH-15), as identity providers do (AUTH-18). The call must then not rely on
   * anything that the browser adds on its own, such as the session.
   */
  readonly fromOtherSites?: true;
  /** The answer's schema: what is not in it never leaves the server. Streams and pages use {@link raw}. */
  readonly response: Response;
  /** Success status, 200 unless set. */
  readonly status?: 200 | 201 | 202 | 204;
  /** True if the answer is a list paged by limit, offset, sort, q with `X-Total-Count` and `Link`. */
  readonly list?: true;
  /** Set if the answer is not JSON: the media type of the stream. */
  readonly raw?: string;
  /**
   * True if the answer may be compressed (PERF-03): a large answer to signed-in people that contains no secret of anybody. Otherwise
   * text that the call reflects from its query could be used to measure the secret (BREACH). Calls without this field are never
   * compressed.
   */
  readonly compressed?: true;
  /** True if a GET of this call keeps a session alive or a write does not (AUTH-05). */
  readonly extendsSession?: boolean;
  /** Error codes of this call, in addition to those that every call of its kind can answer (OPS-06). */
  readonly errors?: readonly ErrorCode[];
  /**
   * `answered`: the answer's revision is in `ETag`; `compared`: the call also compares `If-Match` with the stored revision, and answers
   * STALE for an older one (DESIGN 'The wire').
   */
  readonly revision?: 'answered' | 'compared';
  /**
   * The caller must have authenticated within the last minutes (AUTH-19). With `true`, the gate refuses every such call with
   * STEP_UP_REQUIRED. With `sometimes` it depends on the change, and the handler checks by `ctx.requireStepUp`.
   */
  readonly stepUp?: true | 'sometimes';
  /**
   * Whether API tokens may make the call: by default every read that a permission of tokens guards, and no write; `only` if nobody else
   * may (OPS-06).
   */
  readonly tokens?: boolean | 'only';
  /** True if the call speaks SCIM 2.0 (RFC 7644): its own media type, and errors in its own form with its own statuses (OPS-06). */
  readonly scim?: true;
  /** Largest JSON body in bytes; 256 KiB unless set. */
  readonly bodyLimit?: number;
}

/** Any endpoint, with schemas of any type. */
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
