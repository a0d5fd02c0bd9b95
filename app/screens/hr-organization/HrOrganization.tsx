import { useParams } from '@tanstack/react-router';
import { Button, Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { AddDocumentDialog } from '#app/screens/hr-organization/AddDocumentDialog.tsx';
import { Documents } from '#app/screens/hr-organization/Documents.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { BinderButton } from '#app/features/binder/use-binder.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** /hr-org/{slug} (HR-04): the documents of one organization, with versions, reviews, owners and who has read them. */
export function HrOrganization() {
  const { t } = useLingui();
  const { slug = '' } = useParams({ strict: false });
  const organization = useQuery(queryFor(hrDocumentsContract.organization, { params: { slug } }));
  const [adding, setAdding] = useState(false);
  usePageTitle(organization.data?.name);
  return (
    <Page wide>
      <Load
        query={organization}
        skeleton={<PageSkeleton label={t`Loading the documents...`} />}
        failed={(error) => (isNotFound(error) ? <OrganizationNotFound /> : undefined)}
      >
        {(data) => (
          <>
            <PageHeader
              title={data.name}
              subtitle={t`Documents of the organization and their acknowledgements`}
              badge={
                !data.isActive && (
                  <ToneBadge tone="gray">
                    <Trans>Archived</Trans>
                  </ToneBadge>
                )
              }
              actions={
                <>
                  <BinderButton of={{ organizationId: data.id }} />
                  <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
                    <Trans>Add document</Trans>
                  </Button>
                </>
              }
            />
            {/* Another organization is mounted again: no dialog stays open. */}
            <Documents key={data.id} organization={data} onAdd={() => setAdding(true)} />
            {adding && <AddDocumentDialog organization={data} onClose={() => setAdding(false)} />}
          </>
        )}
      </Load>
    </Page>
  );
}

/** No organization has this address, or this person may not see it (HR-05). */
function OrganizationNotFound() {
  return (
    <Paper withBorder>
      <EmptyState
        heading="h1"
        icon={IconBuildingOff}
        title={<Trans>Organization Not Found</Trans>}
        hint={<Trans>The requested organization could not be found.</Trans>}
        action={
          <ButtonLink to="/hr-dashboard" variant="default">
            <Trans>Back to the HR dashboard</Trans>
          </ButtonLink>
        }
      />
    </Paper>
  );
}
