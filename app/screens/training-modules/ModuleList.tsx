import { Skeleton, Text, Title } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { shownFamilyName } from '#app/features/training/family-names.ts';
import classes from '#app/screens/training-modules/Modules.module.css';
import type { Counts, Family, ModuleRow } from '#app/screens/training-modules/modules.ts';
import { Loading } from '#app/ui/Loading.tsx';

/** The list view (SPEC §2.7): a page of modules under the headings of their groups, in the order of §9. */
export function ModuleList({
  modules,
  families,
  counts,
  renderCard,
}: {
  readonly modules: readonly ModuleRow[];
  readonly families: readonly Family[];
  readonly counts: Counts | undefined;
  readonly renderCard: (module: ModuleRow) => ReactNode;
}) {
  const groupOf = new Map(families.map(({ code, groupName }) => [code, groupName]));
  const groups = Map.groupBy(modules, ({ family }) => groupOf.get(family) ?? 'Other');
  return (
    <>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={shownFamilyName(group)} className={classes.group}>
          <div className={classes.groupHead}>
            <Title order={2} size="h3">
              {shownFamilyName(group)}
            </Title>
            <Text size="sm" c="dimmed" className="tt-figures">
              <Plural
                value={sizeOf(group, counts, groupOf) ?? members.length}
                one="# module"
                other="# modules"
              />
            </Text>
          </div>
          <div className={classes.grid}>{members.map((module) => renderCard(module))}</div>
        </section>
      ))}
    </>
  );
}

/** Returns all modules of a group in the result, not only those of this page. */
function sizeOf(
  group: string,
  counts: Counts | undefined,
  groupOf: ReadonlyMap<string, string>,
): number | undefined {
  return counts?.byFamily
    .filter(({ family }) => (groupOf.get(family) ?? 'Other') === group)
    .reduce((sum, { modules }) => sum + modules, 0);
}

/** The cards while they load, with the words of SPEC §2.7. */
export function ModuleSkeletons({ count = 6 }: { readonly count?: number }) {
  return (
    <Loading label={<Trans>Loading modules...</Trans>}>
      <div className={classes.grid}>
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} height={208} radius="md" />
        ))}
      </div>
    </Loading>
  );
}
