import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { fieldName, valueText } from '#shared/domain/audit/trail-sentence.ts';
import { trailWords } from '#shared/trail/words.ts';
import classes from '#app/features/trail/Trail.module.css';
import { useVoice, type Change } from '#app/features/trail/trail-words.ts';

/** The changed fields by name: before and after (AUD-03). */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const voice = useVoice();
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => {
        const old = before && valueText(voice, field, before);
        const now = after && valueText(voice, field, after);
        return (
          <div key={field} style={{ display: 'contents' }}>
            <dt>{fieldName(voice, field)}</dt>
            <dd>
              {before?.kind === 'content' && after?.kind === 'content' ? (
                voice.say(trailWords.changed)
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
                  {now ?? voice.say(trailWords.empty)}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
