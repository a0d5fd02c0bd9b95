import { Alert, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBook, IconContract, IconEyeCheck, IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { call, queryFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { CvCard } from '#app/screens/own-documents/CvCard.tsx';
import { ResponsibleDocuments } from '#app/screens/own-documents/ResponsibleDocuments.tsx';
import { OwnAgreements } from '#app/screens/own-documents/OwnAgreements.tsx';
import { OwnReading } from '#app/screens/own-documents/OwnReading.tsx';
import { ProfileCard } from '#app/screens/profile/ProfileCard.tsx';
import classes from '#app/screens/profile/Profile.module.css';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /profile/documents (HR-02…04): their own CV, agreements to sign, documents to read and acknowledge. */
export function OwnDocuments() {
  const { t } = useLingui();
  const link = useRequestLink();
  const own = useQuery(queryFor(hrOwnContract.documents));
  const skeleton = <LineSkeletons label={t`Loading your documents...`} count={3} />;
  return (
    <Page>
      <PageHeader
        crumbs={[{ label: t`Profile`, to: '/profile' }, { label: t`Documents` }]}
        title={t`Documents`}
        subtitle={t`Your CV, your agreements and the documents you are asked to read`}
      />
      {link.isDead && (
        <Alert color="yellow" icon={<IconLinkOff size={20} aria-hidden />} mb="md">
          <Trans>
            This link was already used, has expired, or was sent to someone else. You can still upload your CV
            here.
          </Trans>
        </Alert>
      )}
      {link.error && (
        <ErrorState
          error={link.error}
          title={<Trans>The link from the email could not be checked</Trans>}
          onRetry={link.onRetry}
          busy={link.busy}
        />
      )}
      <div className={classes.columns}>
        <div className={classes.side}>
          <CvCard />
        </div>
        <div className={classes.side}>
          <ProfileCard title={<Trans>Documents to read</Trans>} icon={IconBook}>
            <Load query={own} skeleton={skeleton}>
              {({ documents }) =>
                documents.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    <Trans>No documents to read yet.</Trans>
                  </Text>
                ) : (
                  <OwnReading documents={documents} />
                )
              }
            </Load>
          </ProfileCard>
          <ProfileCard title={<Trans>Agreements</Trans>} icon={IconContract}>
            <Load query={own} skeleton={skeleton}>
              {({ agreements }) =>
                agreements.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    <Trans>No agreements to sign.</Trans>
                  </Text>
                ) : (
                  <OwnAgreements agreements={agreements} />
                )
              }
            </Load>
          </ProfileCard>
          {/* Few people own a document: the card is shown only if there is one. */}
          {own.data && own.data.lookedAfter.length > 0 && (
            <ProfileCard title={<Trans>Documents you own</Trans>} icon={IconEyeCheck}>
              <ResponsibleDocuments documents={own.data.lookedAfter} />
            </ProfileCard>
          )}
        </div>
      </div>
    </Page>
  );
}

/** Uses the link of an emailed request once (HR-02). If that fails, the reason is shown and the link can be tried again. */
function useRequestLink() {
  const [{ request }, patch] = useUrlState({ request: '' });
  const used = useRef('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: (token: string) => call(hrCvsContract.openRequest, { body: { token } }),
    onSuccess: () => patch({ request: '' }),
    onError: (failure) => {
      if (isDeadLink(failure)) patch({ request: '' });
    },
  });
  useEffect(() => {
    if (request === '' || used.current === request) return;
    used.current = request;
    mutate(request);
  }, [request, mutate]);
  const isDead = isDeadLink(error);
  return {
    isDead,
    error: isDead || isUnauthorized(error) ? null : error,
    busy: isPending,
    onRetry: () => mutate(request),
  };
}

const isDeadLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'LINK_DEAD';
