import { Select, Text } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { documentCategories } from '#shared/domain/hr/documents.ts';
import { ListTools } from '#app/features/hr/ListTools.tsx';
import { pageFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { DocumentDrawer } from '#app/screens/hr-organization/DocumentDrawer.tsx';
import {
  categoryLabels,
  idOf,
  noReport,
  noView,
  type Organization,
} from '#app/screens/hr-organization/documents.ts';
import { DocumentTable } from '#app/screens/hr-organization/DocumentTable.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { windowOf } from '#app/ui/table/columns.ts';

const limit = 50;
const shows = ['all', 'due', 'soon', 'past', 'unread', 'archived'] as const;
const sorts = ['title', 'category', 'reviewOn', 'uploadedAt'].flatMap((key) => [key, `-${key}`]);

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
  const show = shows.find((one) => one === view.show) ?? 'all';
  const category = documentCategories.find((one) => one === view.category);
  const q = view.q.trim().slice(0, 200);
  const sort = sorts.includes(view.sort) ? view.sort : noView.sort;
  const list = useQuery(
    pageFor(hrDocumentsContract.list, {
      params: { slug: organization.slug },
      query: {
        ...(category ? { category } : {}),
        ...(show === 'due' || show === 'soon' || show === 'past' ? { review: show } : {}),
        ...(show === 'unread' ? { acknowledgement: 'open' as const } : {}),
        ...(show === 'archived' ? { archived: 'true' as const } : {}),
        ...(q === '' ? {} : { q }),
        sort,
        ...windowOf(view.page, limit),
      },
    }),
  );
  const { total, archived, reviews, unread, categories, openAcknowledgements, peopleToAcknowledge } =
    organization;
  return (
    <>
      <FilterPills
        label={t`Which documents`}
        value={show}
        onChange={(next) => patch({ show: next === 'all' ? '' : next, page: '1' })}
        pills={[
          { value: 'all', label: t`Effective`, count: total },
          { value: 'due', label: t`Review due`, count: reviews.soon + reviews.past },
          { value: 'soon', label: t`Review due soon`, count: reviews.soon },
          { value: 'past', label: t`Review overdue`, count: reviews.past, alarm: true },
          { value: 'unread', label: t`Awaiting acknowledgement`, count: unread },
          { value: 'archived', label: t`Archived`, count: archived },
        ]}
      />
      <ListTools q={view.q} placeholder={t`Title`} onSearch={(text) => patch({ q: text, page: '1' })}>
        <Select
          label={t`Category`}
          placeholder={t`All categories`}
          clearable
          clearButtonProps={{ 'aria-label': t`All categories` }}
          value={category ?? null}
          data={documentCategories.map((one) => ({
            value: one,
            label: `${i18n._(categoryLabels[one])} (${i18n.number(categories[one] ?? 0)})`,
          }))}
          onChange={(next) => patch({ category: next ?? '', page: '1' })}
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
        rows={list.data?.rows}
        total={list.data?.total ?? 0}
        limit={limit}
        state={{ sort, page: view.page }}
        onState={(next) => patch(next)}
        error={list.error}
        onRetry={() => void list.refetch()}
        today={organization.today}
        filtered={show !== 'all' || q !== '' || category !== undefined}
        onClear={() => patch({ q: '', category: '', show: '', page: '1' })}
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
