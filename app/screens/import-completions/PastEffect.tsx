import { List } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { PastFigures } from '#app/screens/import-completions/past-imports.ts';

/** The figures of an import of past completions in words, without those that are zero (USR-09). */
export function PastEffect({ figures }: { readonly figures: PastFigures }) {
  const { t } = useLingui();
  const all = figures.recorded + figures.completes;
  return (
    <List spacing={4} aria-label={t`Effect`} style={{ overflowWrap: 'anywhere' }}>
      {all > 0 && (
        <List.Item>
          <Trans>
            <Plural value={all} one="# completion recorded" other="# completions recorded" /> for{' '}
            <Plural value={figures.people} one="# person" other="# people" /> and{' '}
            <Plural value={figures.modules} one="# module" other="# modules" />
          </Trans>
        </List.Item>
      )}
      {figures.completes > 0 && (
        <List.Item>
          <Plural
            value={figures.completes}
            one="# open training completed"
            other="# open trainings completed"
          />
        </List.Item>
      )}
      {figures.withFile > 0 && (
        <List.Item>
          <Plural
            value={figures.withFile}
            one="# completion with a certificate file"
            other="# completions with a certificate file"
          />
        </List.Item>
      )}
      {figures.ended > 0 && (
        <List.Item>
          <Plural
            value={figures.ended}
            one="# completion is no longer valid today"
            other="# completions are no longer valid today"
          />
        </List.Item>
      )}
      {figures.renewals > 0 && (
        <List.Item>
          <Plural value={figures.renewals} one="# renewal opens at once" other="# renewals open at once" />
        </List.Item>
      )}
      {figures.retrainings > 0 && (
        <List.Item>
          <Plural
            value={figures.retrainings}
            one="# person must retrain because of a later version"
            other="# people must retrain because of a later version"
          />
        </List.Item>
      )}
      {figures.unchanged > 0 && (
        <List.Item>
          <Plural
            value={figures.unchanged}
            one="# completion known already"
            other="# completions known already"
          />
        </List.Item>
      )}
    </List>
  );
}
