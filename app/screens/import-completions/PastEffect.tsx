import { Plural, Trans } from '@lingui/react/macro';
import { EffectItem, EffectList } from '#app/features/imports/EffectList.tsx';
import type { PastFigures } from '#app/screens/import-completions/past-imports.ts';

/** The figures of an import of past completions in words, without those that are zero (USR-09). */
export function PastEffect({ figures }: { readonly figures: PastFigures }) {
  const all = figures.recorded + figures.completes;
  return (
    <EffectList>
      <EffectItem of={all}>
        <Trans>
          <Plural value={all} one="# completion recorded" other="# completions recorded" /> for{' '}
          <Plural value={figures.people} one="# person" other="# people" /> and{' '}
          <Plural value={figures.modules} one="# module" other="# modules" />
        </Trans>
      </EffectItem>
      <EffectItem of={figures.completes}>
        <Plural
          value={figures.completes}
          one="# open training completed"
          other="# open trainings completed"
        />
      </EffectItem>
      <EffectItem of={figures.withFile}>
        <Plural
          value={figures.withFile}
          one="# completion with a certificate file"
          other="# completions with a certificate file"
        />
      </EffectItem>
      <EffectItem of={figures.ended}>
        <Plural
          value={figures.ended}
          one="# completion is no longer valid today"
          other="# completions are no longer valid today"
        />
      </EffectItem>
      <EffectItem of={figures.renewals}>
        <Plural value={figures.renewals} one="# renewal opens at once" other="# renewals open at once" />
      </EffectItem>
      <EffectItem of={figures.retrainings}>
        <Plural
          value={figures.retrainings}
          one="# person must retrain because of a later version"
          other="# people must retrain because of a later version"
        />
      </EffectItem>
      <EffectItem of={figures.unchanged}>
        <Plural
          value={figures.unchanged}
          one="# completion known already"
          other="# completions known already"
        />
      </EffectItem>
    </EffectList>
  );
}
