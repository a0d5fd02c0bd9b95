import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

const today = sql`(app_now() at time zone 'UTC')::date`;

/** The part of a person's day that one call uses (SEC-05). */
export interface UploadTurn {
  /** Counts one file more. Throws UPLOAD_LIMIT_REACHED. */
  countFile(): Promise<void>;
  /** Replaces the estimate at the end by the actual bytes of the call. */
  settle(): Promise<void>;
}

/**
 * Counts a call against the daily upload limit of its person before the call is read. It counts the declared length, or the
 * largest permitted file if none is declared, so that many calls at once cannot bypass the limit. Throws UPLOAD_LIMIT_REACHED,
 * with the time until the next day.
 */
export async function countUpload(ctx: RequestContext): Promise<UploadTurn> {
  const { db, services, request, actor } = ctx;
  const { uploadQuota, uploadLimits } = services.config;
  const said = request.headers['content-length'];
  const reserved = said === undefined ? uploadLimits.video : Number(said);
  const readBefore = request.raw.socket.bytesRead;
  const { rows } = await sql<{ day: string }>`
    insert into upload_counts as c (user_id, day, files, bytes)
    select ${actor.id}, ${today}, 0, ${reserved}::bigint where ${reserved}::bigint <= ${uploadQuota.bytes}::bigint
    on conflict (user_id) do update set
      day = excluded.day,
      files = case when c.day = excluded.day then c.files else 0 end,
      bytes = case when c.day = excluded.day then c.bytes else 0 end + excluded.bytes
    where c.day <> excluded.day
      or (c.files < ${uploadQuota.files} and c.bytes + excluded.bytes <= ${uploadQuota.bytes}::bigint)
    returning c.day::text as day
  `.execute(db);
  const day = rows[0]?.day;
  if (day === undefined) throw await limitReached(ctx);
  return {
    countFile: async () => {
      const { numAffectedRows = 0n } = await sql`
        update upload_counts set files = files + 1
        where user_id = ${actor.id} and (day <> ${day}::date or files < ${uploadQuota.files})
      `.execute(db);
      if (numAffectedRows === 0n) throw await limitReached(ctx);
    },
    settle: async () => {
      const brought = Math.min(reserved, Math.max(0, request.raw.socket.bytesRead - readBefore));
      await sql`
        update upload_counts set bytes = greatest(0, bytes - ${reserved - brought}::bigint)
        where user_id = ${actor.id} and day = ${day}::date
      `.execute(db);
    },
  };
}

async function limitReached({ db }: RequestContext): Promise<AppError> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from (${today} + 1) - (app_now() at time zone 'UTC')))::int as seconds
  `.execute(db);
  return new AppError('UPLOAD_LIMIT_REACHED', { extra: { retryAfter: Math.max(1, rows[0]?.seconds ?? 1) } });
}
