import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { signingIdentityContract as contract } from '#shared/contract/signing-identity.ts';
import { causeLabels, openingLabels } from '#app/features/signing/closure-labels.ts';
import { ConfirmIdentityDialog } from '#app/features/signing/ConfirmIdentityDialog.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { Load } from '#app/ui/Load.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

type Signing = ResponseOf<typeof contract.ofPerson>;
type Closure = Signing['closures'][number];

const refusals = {
  self: msg`Someone else must confirm your identity.`,
  involved: msg`You changed this account. Another administrator must confirm the person’s identity.`,
  dependent: msg`The person who changed this account created yours or gave you access. Another administrator must confirm the person’s identity.`,
} as const satisfies Record<NonNullable<Signing['refusal']>, unknown>;

/** Whether a person can sign, and the changes of the account by other people, for people who confirm identities (SIG-05). */
export function PersonSigning({
  person,
}: {
  readonly person: { readonly id: string; readonly name: string };
}) {
  const { permissions } = useUser();
  if (!permissions.includes('people.identity')) return null;
  return <SigningOf person={person} />;
}

function SigningOf({ person }: { readonly person: { readonly id: string; readonly name: string } }) {
  const signing = useQuery({
    ...queryFor(contract.ofPerson, { params: { userId: person.id } }),
    // Other people's changes to the account affect it: every visit reloads it.
    staleTime: 0,
  });
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Load query={signing} skeleton={null}>
        {(state) =>
          state.closures.length > 0 && (
            <Section title={<Trans>Signing</Trans>}>
              <Paper withBorder p="md">
                <Stack gap="md">
                  {!state.open && <Closed state={state} onConfirm={() => setConfirming(true)} />}
                  <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
                    {state.closures.map((closure) => (
                      <OneClosure key={closure.id} closure={closure} />
                    ))}
                  </Stack>
                </Stack>
              </Paper>
            </Section>
          )
        }
      </Load>
      {confirming && <ConfirmIdentityDialog person={person} onClose={() => setConfirming(false)} />}
    </>
  );
}

function Closed({ state, onConfirm }: { readonly state: Signing; readonly onConfirm: () => void }) {
  const { i18n } = useLingui();
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconLock size={18} aria-hidden />}
      title={<Trans>This person cannot sign until their identity is confirmed</Trans>}
    >
      {state.refusal === null ? (
        <Button size="compact-md" mt="xs" onClick={onConfirm}>
          <Trans>Confirm identity</Trans>
        </Button>
      ) : (
        <Text size="sm">{i18n._(refusals[state.refusal])}</Text>
      )}
    </Alert>
  );
}

function OneClosure({ closure }: { readonly closure: Closure }) {
  const { i18n } = useLingui();
  const { causedAt, causedByName, openedAt, opening, confirmedByName, reason } = closure;
  return (
    <li>
      <Text size="sm" fw={600}>
        {i18n._(causeLabels[closure.cause])}
      </Text>
      <Text size="sm" c="dimmed">
        <Moment value={causedAt} show="dateTime" />
        {causedByName !== null && <> · {causedByName}</>}
      </Text>
      {openedAt !== null && opening !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {i18n._(openingLabels[opening])}: <Moment value={openedAt} show="dateTime" />
          {confirmedByName !== null && <> · {confirmedByName}</>}
          {reason !== null && <> · {reason}</>}
        </Text>
      )}
    </li>
  );
}
