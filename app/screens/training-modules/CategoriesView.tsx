import { Button, Text, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFolder, IconFolderOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { pageFor } from '#app/lib/client.ts';
import { activeFilters } from '#app/screens/training-modules/library-view.ts';
import { ModuleSkeletons } from '#app/screens/training-modules/ModuleList.tsx';
import classes from '#app/screens/training-modules/Modules.module.css';
import { pageSize, toneOf, type Category, type ModuleRow } from '#app/screens/training-modules/modules.ts';
import type { Library } from '#app/screens/training-modules/use-library.ts';
import { Load } from '#app/ui/Load.tsx';

/** The number of modules that a section shows before more are requested: rows of one, two and three cards are full. */
const firstShown = 6;

/** Returns the categories to show: all of them without filters, otherwise those with a result and the selected one. */
export function shownCategories(
  { counts, view }: Library,
  categories: readonly Category[],
): readonly Category[] {
  const active = activeFilters(view);
  if (active.length === 0) return categories;
  const found = new Set(counts.data?.byCategory.map(({ categoryId }) => categoryId));
  const chosen = active.length === 1 && active[0] === 'category' ? view.category : null;
  return categories.filter(({ id, name }) => found.has(id) || name === chosen);
}

/** The categories view (SPEC §2.7): one section per category with its modules, in its color; those that match come first. */
export function CategoriesView({
  library,
  categories,
  renderCard,
  onAdd,
  onRename,
  onRemove,
}: {
  readonly library: Library;
  readonly categories: readonly Category[];
  readonly renderCard: (module: ModuleRow) => ReactNode;
  readonly onAdd: (category: string | null) => void;
  readonly onRename: (category: Category) => void;
  readonly onRemove: (category: Category) => void;
}) {
  const counts = library.counts.data;
  const left = new Map(counts?.byCategory.map(({ categoryId, modules }) => [categoryId, modules]));
  const without = left.get(null) ?? 0;
  return (
    <>
      {categories.map((category) => (
        <CategorySection
          key={category.id}
          category={category}
          count={left.get(category.id) ?? 0}
          filters={library.filters}
          renderCard={renderCard}
          onAdd={() => onAdd(category.name)}
          onRename={() => onRename(category)}
          onRemove={() => onRemove(category)}
        />
      ))}
      {without > 0 && (
        <CategorySection
          category={null}
          count={without}
          filters={library.filters}
          renderCard={renderCard}
          onAdd={() => onAdd(null)}
        />
      )}
    </>
  );
}

function CategorySection({
  category,
  count,
  filters,
  renderCard,
  onAdd,
  onRename,
  onRemove,
}: {
  readonly category: Category | null;
  readonly count: number;
  readonly filters: Library['filters'];
  readonly renderCard: (module: ModuleRow) => ReactNode;
  readonly onAdd: () => void;
  readonly onRename?: () => void;
  readonly onRemove?: () => void;
}) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(firstShown);
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const [seen, setSeen] = useState(false);
  if (entry?.isIntersecting && !seen) setSeen(true);
  const name = category?.name ?? t`Without a category`;
  const modules = useQuery({
    ...pageFor(modulesContract.list, {
      query: { ...filters, category: category?.name ?? 'none', sort: 'group', limit },
    }),
    // A section far below is fetched only when it is about to come into view.
    enabled: count > 0 && seen,
  });
  const tone = category ? toneOf(category) : 'gray';
  const TheIcon = category ? IconFolder : IconFolderOff;
  return (
    <section
      ref={ref}
      aria-label={name}
      className={classes.category}
      data-tone-of={tone}
      style={{ borderInlineStartColor: `var(--tt-${tone}-mark)` }}
    >
      <div className={classes.categoryHead}>
        <span
          className={classes.categoryIcon}
          style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
        >
          <TheIcon size={19} stroke={1.8} aria-hidden />
        </span>
        <div className={classes.categoryName}>
          <Title order={2} size="h3">
            {name}
          </Title>
          <Text size="sm" c="dimmed" className="tt-figures">
            <Plural value={count} one="# module" other="# modules" />
          </Text>
        </div>
        <div className={classes.categoryButtons}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={onAdd}
            aria-label={t`Add Module to ${name}`}
          >
            <Trans>Add Module</Trans>
          </Button>
          {onRename && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={15} aria-hidden />}
              onClick={onRename}
              aria-label={t`Rename Category ${name}`}
            >
              <Trans>Rename</Trans>
            </Button>
          )}
          {onRemove && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={onRemove}
              aria-label={t`Delete Category ${name}`}
            >
              <Trans>Delete Category</Trans>
            </Button>
          )}
        </div>
      </div>
      {count === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No modules yet.</Trans>
        </Text>
      ) : (
        <Load query={modules} skeleton={<ModuleSkeletons count={Math.min(3, count)} />}>
          {({ rows, total }) => (
            <>
              <div className={classes.grid}>{rows.map((module) => renderCard(module))}</div>
              {rows.length < total && (
                <Button
                  variant="subtle"
                  size="xs"
                  className={classes.more}
                  loading={modules.isFetching}
                  disabled={limit >= 1000}
                  onClick={() => setLimit(limit === firstShown ? pageSize : limit + pageSize)}
                >
                  <Plural value={total - rows.length} one="Show # more" other="Show # more" />
                </Button>
              )}
            </>
          )}
        </Load>
      )}
    </section>
  );
}
