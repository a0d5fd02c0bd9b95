import { Button, Skeleton } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nameOfFamily } from '#app/features/training/family-names.ts';
import { useFormat } from '#app/lib/format.ts';
import {
  activeFilters,
  noFilters,
  viewDefaults,
  type FilterName,
} from '#app/screens/training-modules/library-view.ts';
import classes from '#app/screens/training-modules/Modules.module.css';
import type { Counts } from '#app/screens/training-modules/modules.ts';
import type { Library } from '#app/screens/training-modules/use-library.ts';

/** The number of modules left after each filter, and the active filters, each with a button that removes it (MOD-01). */
export function FilterTrail({ library }: { readonly library: Library }) {
  const active = activeFilters(library.view);
  return (
    <div className={classes.trail}>
      <Stages counts={library.counts.data} active={active} />
      {active.length > 0 && <Chips library={library} active={active} />}
    </div>
  );
}

function Stages({
  counts,
  active,
}: {
  readonly counts: Counts | undefined;
  readonly active: readonly FilterName[];
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  if (!counts) return <Skeleton height={28} width="min(100%, 520px)" radius="md" />;
  const stages: readonly (readonly [name: FilterName | 'all' | 'result', label: ReactNode, left: number])[] =
    [
      ['all', <Trans key="all">All modules</Trans>, counts.all],
      ...(active.includes('q') ? ([['q', <Trans key="q">Search</Trans>, counts.afterSearch]] as const) : []),
      ['category', <Trans key="category">Category</Trans>, counts.afterCategory],
      ['family', <Trans key="family">Family</Trans>, counts.afterFamily],
      ['content', <Trans key="content">Content</Trans>, counts.afterContent],
      ['matrix', <Trans key="matrix">Matrix</Trans>, counts.afterMatrix],
      ['result', <Trans key="result">Result</Trans>, counts.afterMatrix],
    ];
  return (
    <ol className={classes.stages} aria-label={t`Modules left after each filter`}>
      {stages.map(([name, label, left]) => (
        <li
          key={name}
          className={classes.stage}
          data-filter={name}
          data-set={active.some((filter) => filter === name) || undefined}
        >
          {name !== 'all' && <IconChevronRight size={14} aria-hidden className={classes.stageArrow} />}
          <span>{label}</span> <b className="tt-figures">{number(left)}</b>
        </li>
      ))}
    </ol>
  );
}

function Chips({ library, active }: { readonly library: Library; readonly active: readonly FilterName[] }) {
  const { t } = useLingui();
  const texts = useChipTexts(library);
  return (
    <div className={classes.chips} role="group" aria-label={t`Active filters`}>
      {active.map((name) => (
        <Button
          key={name}
          variant="light"
          size="compact-sm"
          className={classes.chip}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t`Remove filter ${texts[name]}`}
          onClick={() => library.change({ [name]: viewDefaults[name] })}
        >
          <span className={`tt-truncate ${classes.chipText ?? ''}`}>{texts[name]}</span>
        </Button>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => library.change(noFilters)}>
        <Trans>Clear Filters</Trans>
      </Button>
    </div>
  );
}

function useChipTexts({ view, families, matrices }: Library): Readonly<Record<FilterName, string>> {
  const { t } = useLingui();
  const family = families.data?.find(({ code }) => code === view.family);
  const matrix = matrices.data?.find(({ id }) => String(id) === view.matrix);
  const category = view.category === 'none' ? t`Without a category` : view.category;
  const familyText = family ? nameOfFamily(family, families.data ?? []) : view.family;
  const content = view.content === 'files' ? t`With uploaded files` : t`Empty modules`;
  const named = matrix?.name ?? view.matrix;
  const inMatrix =
    view.matrix === 'any' ? t`In any matrix` : view.matrix === 'none' ? t`Not in a matrix` : named;
  return {
    q: t`Search: ${view.q}`,
    category: t`Category: ${category}`,
    family: t`Family: ${familyText}`,
    content: t`Content: ${content}`,
    matrix: t`Matrix: ${inMatrix}`,
  };
}
