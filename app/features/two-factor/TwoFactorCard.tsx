import { Alert, Button, Group, Skeleton, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconDeviceMobile, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { accountSecurityContract as contract } from '#shared/contract/account-security.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { SecurityCard } from '#app/features/security/SecurityCard.tsx';
import { DisableDialog, RenewDialog } from '#app/features/two-factor/BothFactorsDialog.tsx';
import { EnrolDialog } from '#app/features/two-factor/EnrolDialog.tsx';
import { queryFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { Loading } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type State = ResponseOf<typeof contract.twoFactor>;

/** With this number of recovery codes or fewer, it is time for new ones. */
const few = 3;

/** The person's own second factor (AUTH-09): its state, on and off, and new recovery codes. */
export function TwoFactorCard() {
  const { t } = useLingui();
  const query = useQuery(queryFor(contract.twoFactor));
  const { data } = query;
  return (
    <SecurityCard
      icon={IconDeviceMobile}
      title={<Trans>Two-factor sign-in</Trans>}
      badge={
        data &&
        (data.enabled ? (
          <ToneBadge tone="green" icon={IconShieldCheck} size="sm">
            <Trans>On</Trans>
          </ToneBadge>
        ) : (
          <ToneBadge tone="gray" icon={IconShieldOff} size="sm">
            <Trans>Off</Trans>
          </ToneBadge>
        ))
      }
      hint={<Trans>A code from an authenticator app on your phone, required after your password.</Trans>}
    >
      <Load
        query={query}
        skeleton={
          <Loading label={t`Loading...`}>
            <Skeleton height={44} radius="md" />
          </Loading>
        }
      >
        {(state) => <Controls state={state} />}
      </Load>
    </SecurityCard>
  );
}

function Controls({ state }: { readonly state: State }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'enrol' | 'disable' | 'renew' | null>(null);
  const close = (): void => setDialog(null);
  const { enabled, required, hasPassword, enabledAt, recoveryCodesLeft } = state;
  return (
    <>
      <Switch
        label={t`Ask for a code when I sign in`}
        description={
          required ? (
            <Trans>Your role or access requires two factors, so it cannot be turned off.</Trans>
          ) : hasPassword ? undefined : (
            <Trans>You sign in through your organization, which asks for your code.</Trans>
          )
        }
        checked={enabled}
        disabled={!hasPassword || (enabled && required)}
        onChange={() => setDialog(enabled ? 'disable' : 'enrol')}
      />
      {enabled && (
        <>
          {recoveryCodesLeft <= few && (
            <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
              <Trans>
                You have few recovery codes left. Generate new ones so that losing your phone does not lock
                you out.
              </Trans>
            </Alert>
          )}
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {enabledAt && (
                <Trans>
                  On since <Moment value={enabledAt} />
                </Trans>
              )}{' '}
              ·{' '}
              <Plural
                value={recoveryCodesLeft}
                one="# unused recovery code"
                other="# unused recovery codes"
              />
            </Text>
            <Button variant="default" onClick={() => setDialog('renew')}>
              <Trans>New recovery codes</Trans>
            </Button>
          </Group>
        </>
      )}
      <EnrolDialog opened={dialog === 'enrol'} onClose={close} />
      <DisableDialog opened={dialog === 'disable'} onClose={close} />
      <RenewDialog opened={dialog === 'renew'} onClose={close} />
    </>
  );
}
