import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { canStart, hasContent } from '#shared/domain/modules/content-rule.ts';

/**
 * Returns the SHA-256 of a version's content (MOD-11, SIG-01). It covers the text, the link and the hashes of the files in their
 * order, as the UTF-8 bytes of the JSON array ["traintrail-content/1", text, link, [hashes]], with null for missing values.
 */
export function contentHash(content: {
  readonly text: string | null;
  readonly link: string | null;
  readonly files: readonly string[];
}): string {
  const bytes = JSON.stringify(['traintrail-content/1', content.text, content.link, content.files]);
  return createHash('sha256').update(bytes, 'utf8').digest('hex');
}

/** The facts of one version that the content rules of SPEC §3 need (MOD-10). */
export interface ContentState {
  readonly contentType: string;
  readonly content: string | null;
  /** The https link. */
  readonly link: string | null;
  /** Url of the first file, null without files. */
  readonly fileUrl: string | null;
  /** Bytes of all files. */
  readonly totalSize: number;
}

/** Returns the answers of both content rules (MOD-10) for one version: `hasContent` for the badge, `canStart` for Start. */
export function contentAnswers(state: ContentState): {
  readonly hasContent: boolean;
  readonly canStart: boolean;
} {
  const facts = {
    contentType: state.contentType,
    contentUrl: state.fileUrl ?? state.link,
    content: state.content,
    fileSize: state.totalSize > 0 ? state.totalSize : null,
  };
  return { hasContent: hasContent(facts), canStart: canStart(facts) };
}

/** Blank characters that JavaScript's trim removes. */
const blanks = sql.lit(
  ' \t\n\v\f\r\u00a0\ufeff\u2028\u2029\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
);

/**
 * SQL for `hasContent` of the rules over the module `m` and its version `v`; a test compares both (MOD-10). The files
 * decide as in the rule: a link without a file has no size.
 */
export const hasContentSql: RawBuilder<boolean> = sql`(
  m.content_type <> 'placeholder' and (
    exists (select 1 from module_version_files mvf where mvf.version_id = v.id)
    or coalesce((
      select char_length(t) > 20
        and t !~* '^[^[:alnum:]]*placeholder(?![[:alnum:]])'
        and not (char_length(t) <= 100 and strpos(t, E'\n') = 0 and t ~* '(?<![[:alnum:]])placeholder(?![[:alnum:]])')
        and t <> 'Content loaded successfully'
        and t !~ '^Uploaded Files:[[:space:]•*-]*$'
        and not starts_with(t, 'Module not loaded')
      from btrim(v.content, ${blanks}) as t
    ), false)
  )
)`;
