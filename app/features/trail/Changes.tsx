import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import classes from '#app/features/trail/Trail.module.css';
import { fieldName, valueText, type Change } from '#app/features/trail/trail-words.ts';
import { useFormat } from '#app/lib/format.ts';

/** What changed, by the names of the fields: before and after (AUD-03). */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { i18n } = useLingui();
  const format = useFormat();
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => {
        const old = before && valueText(i18n, format, field, before);
        const now = after && valueText(i18n, format, field, after);
        return (
          <div key={field} style={{ display: 'contents' }}>
            <dt>{fieldName(i18n, field)}</dt>
            <dd>
              {before?.kind === 'content' && after?.kind === 'content' ? (
                <Trans>changed</Trans>
              ) : (
                <>
                  {old !== null && (
                    <>
                      <VisuallyHidden>
                        <Trans>before:</Trans>{' '}
                      </VisuallyHidden>
                      <span className={classes.before}>{old}</span>{' '}
                      <IconArrowRight size={14} className={classes.arrow} aria-hidden />{' '}
                    </>
                  )}
                  <VisuallyHidden>
                    <Trans>after:</Trans>{' '}
                  </VisuallyHidden>
                  {now ?? <Trans>empty</Trans>}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
