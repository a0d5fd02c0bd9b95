import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import { IconArchive, IconArrowBackUp, IconPencil, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { asSeen } from '#app/features/hr/seen.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import { type Registration, type RegistrationDocument } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { RegistrationDocuments } from '#app/screens/hr-dashboard/RegistrationDocuments.tsx';
import { RegistrationFormDialog } from '#app/screens/hr-dashboard/RegistrationFormDialog.tsx';
import { RetireDialog } from '#app/screens/hr-dashboard/RetireDialog.tsx';
import { UploadDialog } from '#app/screens/hr-dashboard/UploadDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';

/** The details of a registration: all its facts, its documents, and its actions (HR-01); reading them is recorded. */
export function RegistrationDetails({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const registration = useQuery(queryFor(hrRegistrationsContract.get, { params: { id } }));
  return (
    <div className={classes.details}>
      <Load
        query={registration}
        skeleton={<LineSkeletons label={t`Loading the registration...`} count={3} />}
      >
        {(data) => <Details registration={data} />}
      </Load>
    </div>
  );
}

type Opened =
  | { readonly dialog: 'edit' | 'retire' }
  | { readonly dialog: 'upload'; readonly document: RegistrationDocument | null };

function Details({ registration }: { readonly registration: Registration }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<Opened | null>(null);
  const invalidate = useInvalidate();
  const restore = useCommand(hrRegistrationsContract.restore, {
    success: { tone: 'default', title: msg`Registration restored` },
    failure: { tone: 'destructive', title: msg`The registration was not restored`, serverFirst: true },
    // The toast shows the reason; the details are fetched again.
    onError: () => void invalidate(hrRegistrationsContract.restore),
  });
  const { id, state, retiredAt, retiredBy, retiredReason } = registration;
  const close = () => setOpened(null);
  const retired = state === 'retired';
  return (
    <>
      {retired && retiredAt !== null && (
        <Alert color="gray" variant="light" icon={<IconArchive aria-hidden />}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {retiredBy === null ? (
              <Trans>
                Retired <Moment value={retiredAt} show="dateTime" />: {retiredReason}
              </Trans>
            ) : (
              <Trans>
                Retired <Moment value={retiredAt} show="dateTime" /> by {retiredBy}: {retiredReason}
              </Trans>
            )}
          </Text>
        </Alert>
      )}
      <Facts registration={registration} />
      <RegistrationDocuments
        registration={registration}
        onUpload={(document) => setOpened({ dialog: 'upload', document })}
      />
      <Group gap="xs">
        {retired ? (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={t`Restore ${registration.name}`}
            loading={restore.isPending}
            onClick={() => restore.mutate({ params: { id }, ifMatch: asSeen(registration) })}
          >
            <Trans>Restore</Trans>
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              aria-label={t`Add document to ${registration.name}`}
              onClick={() => setOpened({ dialog: 'upload', document: null })}
            >
              <Trans>Add document</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-label={t`Edit ${registration.name}`}
              onClick={() => setOpened({ dialog: 'edit' })}
            >
              <Trans>Edit</Trans>
            </Button>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconArchive size={16} aria-hidden />}
              aria-label={t`Retire ${registration.name}`}
              onClick={() => setOpened({ dialog: 'retire' })}
            >
              <Trans>Retire</Trans>
            </Button>
          </>
        )}
      </Group>
      {opened?.dialog === 'edit' && (
        <RegistrationFormDialog registration={registration} organizations={[]} chosen="" onClose={close} />
      )}
      {opened?.dialog === 'retire' && <RetireDialog registration={registration} onClose={close} />}
      {opened?.dialog === 'upload' && (
        <UploadDialog registration={registration} document={opened.document} chosen="" onClose={close} />
      )}
    </>
  );
}

function Facts({ registration }: { readonly registration: Registration }) {
  const { number, authority, country, address, contactName, contactEmail, contactPhone, validUntil } =
    registration;
  const contact = contactName !== null || contactEmail !== null || contactPhone !== null;
  return (
    <dl className={classes.facts}>
      <Fact label={<Trans>Organization</Trans>}>{registration.organizationName}</Fact>
      <Fact label={<Trans>Number</Trans>}>{number}</Fact>
      <Fact label={<Trans>Authority</Trans>}>{authority}</Fact>
      <Fact label={<Trans>Country</Trans>}>{country}</Fact>
      <Fact label={<Trans>Valid until</Trans>}>
        {validUntil === null ? <Trans>No end</Trans> : <CalendarDate value={validUntil} />}
      </Fact>
      <Fact label={<Trans>Address</Trans>}>{address ?? <Trans>Not specified</Trans>}</Fact>
      <Fact label={<Trans>Contact</Trans>}>
        {contact ? (
          <>
            {contactName !== null && <div>{contactName}</div>}
            {contactEmail !== null && (
              <div>
                <Anchor href={`mailto:${contactEmail}`} size="sm">
                  {contactEmail}
                </Anchor>
              </div>
            )}
            {contactPhone !== null && <div>{contactPhone}</div>}
          </>
        ) : (
          <Trans>Not specified</Trans>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="sm">
        {children}
      </Text>
    </div>
  );
}
