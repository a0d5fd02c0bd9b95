import { Select, Text } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { documentCategories } from '#shared/domain/hr/documents.ts';
import { ListTools } from '#app/features/hr/ListTools.tsx';
import { pageFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { DocumentDrawer } from '#app/screens/hr-organization/DocumentDrawer.tsx';
import { categoryLabels } from '#app/features/hr/document-categories.ts';
import { idOf, noReport, noView, type Organization } from '#app/screens/hr-organization/documents.ts';
import { DocumentTable } from '#app/screens/hr-organization/DocumentTable.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';

const shows = ['all', 'due', 'soon', 'past', 'unread', 'archived'] as const;
const showOf = (text: string) => shows.find((one) => one === text) ?? 'all';
const categoryOf = (text: string) => documentCategories.find((one) => one === text);

const noFilters = { q: '', category: '', show: '' } as const;

/** Returns the filters of the query for the server. */
function filtersOf(view: Readonly<Record<keyof typeof noFilters, string>>) {
  const show = showOf(view.show);
  const category = categoryOf(view.category);
  return {
    ...(category ? { category } : {}),
    ...(show === 'due' || show === 'soon' || show === 'past' ? { review: show } : {}),
    ...(show === 'unread' ? { acknowledgement: 'open' as const } : {}),
    ...(show === 'archived' ? { archived: 'true' as const } : {}),
    ...searchOf(view.q),
  };
}

/** The documents of an organization by category (HR-04): searched, filtered, sorted and paged by the server. */
export function Documents({
  organization,
  onAdd,
}: {
  readonly organization: Organization;
  readonly onAdd: () => void;
}) {
  const { t, i18n } = useLingui();
  const [view, patch] = useUrlState(noView);
  const list = useList({
    filters: noFilters,
    ask: filtersOf,
    sorts: ['title', 'category', 'reviewOn', 'uploadedAt'],
    sort: noView.sort,
    limit: 50,
    page: (query) => pageFor(hrDocumentsContract.list, { params: { slug: organization.slug }, query }),
  });
  const { change } = list;
  const show = showOf(view.show);
  const { total, archived, reviews, unread, categories, openAcknowledgements, peopleToAcknowledge } =
    organization;
  return (
    <>
      <FilterPills
        label={t`Which documents`}
        value={show}
        onChange={(next) => change({ show: next === 'all' ? '' : next })}
        pills={[
          { value: 'all', label: t`Effective`, count: total },
          { value: 'due', label: t`Review due`, count: reviews.soon + reviews.past },
          { value: 'soon', label: t`Review due soon`, count: reviews.soon },
          { value: 'past', label: t`Review overdue`, count: reviews.past, alarm: true },
          { value: 'unread', label: t`Awaiting acknowledgement`, count: unread },
          { value: 'archived', label: t`Archived`, count: archived },
        ]}
      />
      <ListTools q={view.q} placeholder={t`Title`} onSearch={(text) => change({ q: text })}>
        <Select
          label={t`Category`}
          placeholder={t`All categories`}
          clearable
          clearButtonProps={{ 'aria-label': t`All categories` }}
          value={categoryOf(view.category) ?? null}
          data={documentCategories.map((one) => ({
            value: one,
            label: `${i18n._(categoryLabels[one])} (${i18n.number(categories[one] ?? 0)})`,
          }))}
          onChange={(next) => change({ category: next ?? '' })}
        />
      </ListTools>
      {show === 'unread' && unread > 0 && (
        <Text size="sm">
          <Plural
            value={openAcknowledgements}
            one="# acknowledgement is open."
            other="# acknowledgements are open."
          />{' '}
          <Plural
            value={peopleToAcknowledge}
            one="# person still has to read."
            other="# people still have to read."
          />
        </Text>
      )}
      <DocumentTable
        list={list.table}
        today={organization.today}
        onAdd={onAdd}
        onOpen={({ id }) => patch({ ...noReport, document: String(id) }, { push: true })}
      />
      <DocumentDrawer
        id={idOf(view.document)}
        organization={organization}
        view={view}
        onView={(next) => patch(next)}
        onClose={() => patch({ ...noReport, document: '' })}
      />
    </>
  );
}
