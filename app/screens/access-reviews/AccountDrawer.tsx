import { Drawer, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Facts } from '#app/features/signing/Facts.tsx';
import { causeLabels, openingLabels } from '#app/features/signing/closure-labels.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { grantLabels, type Account } from '#app/screens/access-reviews/reviews.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** One account in full: its access, who granted it, and who set the credentials with which its person signs (AUTH-17, SIG-05). */
export function AccountDrawer({
  account,
  onClose,
}: {
  readonly account: Account | null;
  readonly onClose: () => void;
}) {
  return (
    <Drawer opened={account !== null} onClose={onClose} title={account?.name} position="right" size={520}>
      {account && <Details account={account} />}
    </Drawer>
  );
}

function Details({ account }: { readonly account: Account }) {
  const { t, i18n } = useLingui();
  const { grants, chain, flagged, lastSignInAt, credentialAt, createdAt } = account;
  return (
    <Stack gap="lg">
      <Facts
        rows={[
          [<Trans key="e">Email</Trans>, account.email || '–'],
          [<Trans key="r">Role</Trans>, i18n._(roleLabels[account.role])],
          [
            <Trans key="g">Role given by</Trans>,
            <span key="g">
              {account.roleGivenByName ?? t`unknown`}
              {account.roleSince !== null && (
                <>
                  {' · '}
                  <Trans>
                    since <Moment value={account.roleSince} />
                  </Trans>
                </>
              )}
            </span>,
          ],
          [<Trans key="o">Organization</Trans>, account.organizationName ?? t`No organization`],
          [<Trans key="m">Manager</Trans>, account.managerName ?? '–'],
          [
            <Trans key="l">Last sign-in</Trans>,
            lastSignInAt === null ? t`Never` : <Moment key="t" value={lastSignInAt} show="dateTime" />,
          ],
          [
            <Trans key="p">Password since</Trans>,
            credentialAt === null ? t`No password` : <Moment key="t" value={credentialAt} show="dateTime" />,
          ],
          [<Trans key="s">Second factor</Trans>, account.secondFactor ? t`On` : t`Off`],
          [<Trans key="c">Account created</Trans>, <Moment key="c" value={createdAt} show="dateTime" />],
        ]}
      />
      {grants.length > 0 && (
        <Section title={<Trans>Grants</Trans>}>
          <Facts
            rows={grants.map(({ id, kind, organizationName, validUntil, grantedByName }) => {
              const giver = grantedByName ?? t`unknown`;
              return [
                `${i18n._(grantLabels[kind])}, ${organizationName}`,
                <span key={id}>
                  <Trans>Given by {giver}</Trans>
                  {validUntil !== null && (
                    <>
                      {' · '}
                      <Trans>
                        until <Moment value={validUntil} />
                      </Trans>
                    </>
                  )}
                </span>,
              ];
            })}
          />
        </Section>
      )}
      {chain.length > 0 && (
        <Section title={<Trans>Signing identity</Trans>}>
          {flagged && (
            <Text size="sm" mb="sm">
              <Trans>
                Someone else set up how this person signs in and signs, and the person has not confirmed their
                own identity since.
              </Trans>
            </Text>
          )}
          <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
            {chain.map((link) => (
              <li key={`${link.cause} ${link.causedAt}`}>
                <Text size="sm" fw={600}>
                  {i18n._(causeLabels[link.cause])}
                </Text>
                <Text size="sm" c="dimmed">
                  <Moment value={link.causedAt} show="dateTime" />
                  {link.causedByName !== null && <> · {link.causedByName}</>}
                </Text>
                <Text size="sm">
                  {link.opening === null || link.openedAt === null ? (
                    <Trans>Not confirmed yet</Trans>
                  ) : (
                    <>
                      {i18n._(openingLabels[link.opening])}: <Moment value={link.openedAt} show="dateTime" />
                      {link.confirmedByName !== null && <> · {link.confirmedByName}</>}
                    </>
                  )}
                </Text>
              </li>
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}
