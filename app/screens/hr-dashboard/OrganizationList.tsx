import { Button, Group, Paper, Title, VisuallyHidden } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import type { HrFigures } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';

const shownAtFirst = 9;

/** The organizations in reach, those with the most to do first (HR-01): each figure links to its list. */
export function OrganizationList({ organizations }: { readonly organizations: HrFigures['organizations'] }) {
  const [all, setAll] = useState(false);
  if (organizations.length === 0) {
    return (
      <EmptyState
        icon={IconBuilding}
        title={<Trans>No organizations found</Trans>}
        hint={<Trans>Organizations appear here with their figures.</Trans>}
      />
    );
  }
  const rest = organizations.length - shownAtFirst;
  return (
    <>
      <div className={classes.organizations}>
        {organizations.slice(0, all ? undefined : shownAtFirst).map((organization) => (
          <OrganizationCard key={organization.id} organization={organization} />
        ))}
      </div>
      {rest > 0 && (
        <Group justify="center">
          <Button variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? <Trans>Show Less</Trans> : <Trans>Show {rest} more</Trans>}
          </Button>
        </Group>
      )}
    </>
  );
}

function OrganizationCard({ organization }: { readonly organization: HrFigures['organizations'][number] }) {
  const { t } = useLingui();
  const format = useFormat();
  const {
    id,
    name,
    slug,
    people,
    cvsToActOn,
    documents,
    reviewsDue,
    openAcknowledgements,
    peopleToAcknowledge,
    archivedDocuments,
  } = organization;
  const narrowed = { organization: String(id) };
  const place = { to: `/hr-org/${slug}`, search: {}, hash: '' };
  const lines = [
    [t`People`, people, { to: '/hr-cv-repository', search: narrowed, hash: '' }],
    [
      t`CVs that need attention`,
      cvsToActOn,
      { to: '/hr-cv-repository', search: { ...narrowed, state: 'due', sort: 'state' }, hash: '' },
    ],
    [t`Documents`, documents, place],
    [t`Review due in 60 days`, reviewsDue, { ...place, search: { show: 'due', sort: 'reviewOn' } }],
    [t`Open acknowledgements`, openAcknowledgements, { ...place, search: { show: 'unread' } }],
    [t`People who still have to read`, peopleToAcknowledge, { ...place, search: { show: 'unread' } }],
    [t`Archived documents`, archivedDocuments, { ...place, search: { show: 'archived' } }],
    [
      t`Registrations that need attention`,
      organization.registrationsToActOn,
      { to: '/hr-dashboard', search: { ...narrowed, state: 'due' }, hash: 'registrations' },
    ],
  ] as const;
  return (
    <Paper withBorder p="md" component="article" aria-label={name} className={classes.card}>
      <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Title>
      <ul className={classes.lines}>
        {lines.map(([label, count, to]) => (
          <li key={label}>
            <TextLink {...to} className={classes.line} underline="never">
              <span className={classes.lineLabel}>{label}</span>{' '}
              <span className={classes.count} data-none={count === 0 || undefined}>
                {format.number(count)}
              </span>
              <VisuallyHidden>, {name}</VisuallyHidden>
            </TextLink>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
