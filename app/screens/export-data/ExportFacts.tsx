import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { exportsContract } from '#shared/contract/exports.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { modulePeopleContract } from '#shared/contract/module-people.ts';
import { nameOf } from '#app/features/people/people.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import { statusLooks } from '#app/features/training/StatusBadge.tsx';
import { exportPeriods } from '#shared/domain/reports/export-period.ts';
import { periodLabels } from '#app/screens/export-data/labels.ts';
import { isInstant } from '#shared/domain/calendar/as-of.ts';
import { queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';

/** An export in the list. */
export type MyExport = ResponseOf<typeof exportsContract.list>[number];

/** The facts that distinguish two exports of a data set (RPT-03): filters, the day, the time zone and the requester. */
export function ExportFacts({ one }: { readonly one: MyExport }) {
  const { timeZone, requestedBy } = one;
  return (
    <>
      <FilterFacts filters={one.filters} />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Requested by {requestedBy.name} in the time zone {timeZone}
        </Trans>
      </Text>
    </>
  );
}

/** The filters of an export, in words. */
export function FilterFacts({ filters }: { readonly filters: MyExport['filters'] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { org, departmentId, q, moduleId, version, asOf, status, from, to, team, words } = filters;
  const { grid, jobTitle, matrixId, modules, userId, period } = filters;
  const known = exportPeriods.find((one) => one === period);
  const periodName = known ? i18n._(periodLabels[known]) : String(period);
  const title = String(jobTitle);
  const inOne = org !== undefined && org !== 'all';
  const organizations = useQuery({
    ...queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
    enabled: inOne,
  });
  const departments = useQuery({
    ...queryFor(organizationsContract.departments, {
      query: { sort: 'name', limit: 1000, ...(inOne ? { organizationId: String(org) } : {}) },
    }),
    enabled: departmentId !== undefined,
  });
  // A place that cannot be looked up is shown by its number.
  const organization = organizations.data?.find(({ id }) => id === org)?.name ?? String(org);
  const department = departments.data?.find(({ id }) => id === departmentId)?.name ?? String(departmentId);
  const module = useQuery({
    ...queryFor(modulePeopleContract.figures, { params: { id: String(moduleId) } }),
    enabled: moduleId !== undefined,
  });
  const person = useQuery({
    ...queryFor(peopleContract.details, { params: { userId: String(userId) } }),
    enabled: userId !== undefined,
    retry: false,
  });
  const personName = person.data ? nameOf(person.data.user) : String(userId);
  const moduleTitle = module.data?.module.title ?? String(moduleId);
  const look = Object.entries({ ...statusLooks, ...stateLooks }).find(([name]) => name === status)?.[1];
  const statusName = look ? i18n._(look.label) : String(status);
  const asOfText =
    asOf === undefined
      ? ''
      : isInstant(String(asOf))
        ? format.dateTime(String(asOf))
        : format.date(String(asOf));
  const facts = [
    ...(inOne ? [t`Organization: ${organization}`] : []),
    ...(departmentId === undefined ? [] : [t`Department: ${department}`]),
    ...(userId === undefined ? [] : [t`Person: ${personName}`]),
    ...(grid === true ? [t`As a grid`] : []),
    ...(jobTitle === undefined ? [] : [t`Job title: ${title}`]),
    ...(matrixId === undefined ? [] : [t`One training matrix`]),
    ...(modules === undefined ? [] : [t`Selected modules`]),
    ...(team === true ? [t`Only direct and indirect reports`] : []),
    ...(q === undefined || q === '' ? [] : [t`User: ${String(q)}`]),
    ...(moduleId === undefined ? [] : [t`Module: ${moduleTitle}`]),
    ...(version === undefined ? [] : [version === 'none' ? t`Not assigned` : t`Version: ${String(version)}`]),
    ...(status === undefined ? [] : [t`Status: ${statusName}`]),
    ...(words === undefined ? [] : [t`Reason: ${String(words)}`]),
    ...(['actor', 'about', 'recordId', 'group'].some((name) => filters[name] !== undefined)
      ? [t`Filtered as in the audit trail`]
      : []),
    ...(period === undefined ? [] : [t`Period: ${periodName}`]),
    ...(from === undefined ? [] : [t`From: ${format.date(String(from))}`]),
    ...(to === undefined ? [] : [t`To: ${format.date(String(to))}`]),
    ...(asOf === undefined ? [] : [t`As of: ${asOfText}`]),
  ];
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {facts.length === 0 ? <Trans>No filters</Trans> : facts.join(' · ')}
    </Text>
  );
}
