import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { PaperFormat, PaperKind } from '#shared/domain/papers/paper-kinds.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The facts about a paper in the register in addition to its SHA-256 (INS-03). */
export interface PaperFacts {
  readonly kind: PaperKind;
  readonly format: PaperFormat;
  /** The instant to which the paper refers and that it prints. */
  readonly asOf: Date;
  /** The zone in which the paper prints times. */
  readonly timeZone: string;
  /** The organization that it concerns; null: none, or several. */
  readonly organizationId: number | null;
  /** The requested content. */
  readonly scope: Readonly<Record<string, unknown>>;
}

/** A paper with its entry in the register. */
export interface IssuedPaper extends PaperFacts {
  readonly sha256: string;
  readonly issuedTo: string;
}

/**
 * Returns the requested content without search words: the register is only inserted into, so an erasure (USR-08) could not remove a name
 * from them. The paper prints them.
 */
const withoutWords = (scope: PaperFacts['scope']): PaperFacts['scope'] =>
  Object.fromEntries(Object.entries(scope).filter(([name]) => name !== 'q' && name !== 'words'));

/** Enters papers in the register. The same bytes for the same person are one paper, which was issued when it was first. */
export async function registerPapers(
  { db }: Pick<CommandTransaction, 'db'>,
  papers: readonly IssuedPaper[],
): Promise<void> {
  const rows = papers.map((paper) => ({
    ...paper,
    scope: withoutWords(paper.scope),
    asOf: paper.asOf.toISOString(),
  }));
  await sql`
    insert into issued_papers (sha256, kind, format, issued_to, organization_id, as_of, time_zone, scope)
    select p.sha256, p.kind, p.format, p."issuedTo", p."organizationId", p."asOf", p."timeZone", p.scope
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (
      sha256 text, kind text, format text, "issuedTo" text, "organizationId" integer, "asOf" timestamptz, "timeZone" text, scope jsonb
    )
    where not exists (select from issued_papers i where i.sha256 = p.sha256 and i.issued_to = p."issuedTo")
    order by p.sha256
    on conflict do nothing`.execute(db);
}

/**
 * Streams the bytes of a paper to the reader. The last piece is sent when the register has the paper, so every paper that
 * arrived whole is in it (INS-03).
 */
export function issuing(
  ctx: Pick<RequestContext, 'command' | 'actor'>,
  paper: PaperFacts & { readonly issuedTo?: string },
  body: Readable,
): Readable {
  return Readable.from(registered(ctx, paper, body), { objectMode: false });
}

/** Returns the bytes of a short paper, registered before they leave (INS-03). */
export async function issued(
  ctx: Pick<RequestContext, 'command' | 'actor'>,
  paper: PaperFacts & { readonly issuedTo?: string },
  body: Buffer,
): Promise<Buffer> {
  await register(ctx, paper, sha256Hex(body));
  return body;
}

async function* registered(
  ctx: Pick<RequestContext, 'command' | 'actor'>,
  paper: PaperFacts & { readonly issuedTo?: string },
  body: Readable,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const piece of body as AsyncIterable<Buffer>) {
    hash.update(piece);
    if (held) yield held;
    held = piece;
  }
  await register(ctx, paper, hash.digest('hex'));
  if (held) yield held;
}

/** Returns the person for whom a paper is registered: the reader, or the creator of the API token that fetches it. */
const receiverOf = ({ id, token }: RequestContext['actor']): string => token?.makerId ?? id;

const register = (
  ctx: Pick<RequestContext, 'command' | 'actor'>,
  paper: PaperFacts & { readonly issuedTo?: string },
  sha256: string,
): Promise<void> =>
  ctx.command((tx) => registerPapers(tx, [{ issuedTo: receiverOf(ctx.actor), ...paper, sha256 }]), {
    action: 'paper.issued',
    organizationId: paper.organizationId,
  });
