import { Button, Paper, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCertificateOff, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { certificatesContract } from '#shared/contract/certificates.ts';
import { pageFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { CertificateCards } from '#app/screens/certificates/CertificateCards.tsx';
import { CertificateTable } from '#app/screens/certificates/CertificateTable.tsx';
import { lookOf, sortKeys } from '#app/screens/certificates/certificate-view.ts';
import classes from '#app/screens/certificates/Certificates.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';

/** Certificates (LRN-04): the certificate of every completion, past cycles too, with its current validity. */
export function Certificates() {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [{ look: wanted }] = useUrlState({ look: 'gallery' });
  // A table does not fit on a phone: there the certificates are cards under each other.
  const look = phone ? 'gallery' : lookOf(wanted);
  const list = useList({
    filters: { q: '', look: 'gallery' },
    ask: ({ q }) => searchOf(q),
    sorts: sortKeys,
    sort: '-completedAt',
    limit: look === 'list' ? 50 : 24,
    page: (query) => pageFor(certificatesContract.list, { query }),
  });
  const { view, change, query, table } = list;
  const { sort } = table.state;
  const q = view.q.trim();
  const empty = (
    <EmptyState
      icon={IconCertificateOff}
      title={q === '' ? <Trans>No certificates yet</Trans> : <Trans>No certificate matches the search</Trans>}
      hint={
        q === '' ? (
          <Trans>Certificates of the trainings you complete appear here.</Trans>
        ) : (
          <Trans>The search looks at titles, references and numbers of certificates.</Trans>
        )
      }
      action={
        q === '' ? (
          <ButtonLink to="/my-assignments" variant="default">
            <Trans>Go to My Assignments</Trans>
          </ButtonLink>
        ) : (
          <Button variant="default" onClick={() => change({ q: '' })}>
            <Trans>Show all certificates</Trans>
          </Button>
        )
      }
    />
  );
  return (
    <Page>
      <PageHeader
        title={<Trans>Certificates</Trans>}
        subtitle={<Trans>Your completed trainings and how long each certificate is valid</Trans>}
      />
      <div className={classes.tools}>
        <SearchField
          className={classes.search ?? ''}
          value={view.q}
          placeholder={t`Title, reference or number`}
          onSearch={(text) => change({ q: text })}
        />
        {look === 'gallery' && (
          <Select
            label={t`Sort by`}
            data={[
              { value: '-completedAt', label: t`Latest first` },
              { value: 'completedAt', label: t`Oldest first` },
              { value: 'moduleTitle', label: t`Title` },
              { value: 'expiresOn', label: t`Expiring first` },
              { value: 'number', label: t({ message: 'Number', context: 'certificate' }) },
            ]}
            value={sort}
            allowDeselect={false}
            onChange={(next) => table.onState({ sort: next ?? '-completedAt', page: '1' })}
          />
        )}
        {!phone && (
          <SegmentedControl
            aria-label={t`View`}
            value={look}
            onChange={(next) => change({ look: next })}
            data={[
              { value: 'gallery', label: <Look icon={IconLayoutGrid} label={t`Gallery`} /> },
              { value: 'list', label: <Look icon={IconList} label={t`List`} /> },
            ]}
          />
        )}
      </div>
      {look === 'list' ? (
        <CertificateTable list={table} empty={empty} />
      ) : (
        <Load
          query={query}
          skeleton={<CardSkeletons count={6} height={230} label={t`Loading the certificates...`} />}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <Paper withBorder>{empty}</Paper>
            ) : (
              <>
                <CertificateCards certificates={rows} />
                <ListFoot list={table} />
              </>
            )
          }
        </Load>
      )}
    </Page>
  );
}

function Look({ icon: TheIcon, label }: { readonly icon: typeof IconList; readonly label: string }) {
  return (
    <span className={classes.look}>
      <TheIcon size={16} aria-hidden />
      {label}
    </span>
  );
}
