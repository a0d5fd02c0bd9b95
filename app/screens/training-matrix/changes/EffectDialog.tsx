import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChangeEffect, PeopleOfEffect, type Effect } from '#app/features/matrix-effect/ChangeEffect.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The answer of a preview. */
export interface Preview {
  readonly effect: Effect;
  readonly effectHash: string;
}

/** Requests confirmation before a removal, once its effect is known (UI.md 'Effects before they happen'; MTX-06). */
export function EffectDialog<Data extends Preview>({
  title,
  confirmLabel,
  preview,
  changed,
  busy,
  error,
  children,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly confirmLabel: ReactNode;
  readonly preview: Loadable<Data>;
  /** True if another effect was shown before. */
  readonly changed: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly children?: (data: Data) => ReactNode;
  readonly onConfirm: (effectHash: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { data } = preview;
  return (
    <ConfirmDialog
      opened
      size="lg"
      destructive
      title={title}
      confirmLabel={confirmLabel}
      busy={busy}
      blocked={data === undefined || preview.isFetching}
      error={error}
      effects={
        data && (
          <>
            {children?.(data)}
            <ChangeEffect effect={data.effect} changed={changed} />
          </>
        )
      }
      details={data && <PeopleOfEffect effect={data.effect} />}
      onConfirm={() => data && onConfirm(data.effectHash)}
      onClose={onClose}
    >
      {data ? (
        <Trans>Completions stay, with their records and certificates.</Trans>
      ) : (
        <Load query={preview} skeleton={<LineSkeletons count={2} label={t`Calculating the effect...`} />}>
          {() => null}
        </Load>
      )}
    </ConfirmDialog>
  );
}
