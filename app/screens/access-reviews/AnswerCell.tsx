import { Button, Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { roleLabels } from '#app/features/people/role-labels.ts';
import {
  answerLooks,
  grantLabels,
  undecidedLabels,
  type Account,
} from '#app/screens/access-reviews/reviews.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The answer for one account, with the controls to answer if the reader may. */
export function AnswerCell({
  account,
  answers,
  own,
  busy,
  onKeep,
  onAsk,
}: {
  readonly account: Account;
  readonly answers: boolean;
  readonly own: boolean;
  readonly busy: boolean;
  readonly onKeep: () => void;
  readonly onAsk: (answer: 'change' | 'end') => void;
}) {
  const { t, i18n } = useLingui();
  const { name, answer, outdated, undecided } = account;
  const given = (one: NonNullable<Account['answer']>) => ({
    size: 'compact-sm',
    variant: answer === one ? 'filled' : 'default',
    'aria-pressed': answer === one,
    disabled: busy,
  });
  return (
    <div style={{ minWidth: 210 }}>
      {answers ? (
        <Group gap={6} role="group" aria-label={t`Answer for ${name}`}>
          <Button {...given('keep')} aria-label={t`Keep ${name}`} onClick={onKeep}>
            <Trans>Keep</Trans>
          </Button>
          <Button
            {...given('change')}
            aria-label={t`Change the access of ${name}`}
            onClick={() => onAsk('change')}
          >
            <Trans>Change</Trans>
          </Button>
          <Button {...given('end')} aria-label={t`End the account of ${name}`} onClick={() => onAsk('end')}>
            <Trans>End</Trans>
          </Button>
        </Group>
      ) : (
        answer !== null && (
          <ToneBadge tone={answerLooks[answer].tone} icon={answerLooks[answer].icon} size="sm">
            {i18n._(answerLooks[answer].label)}
          </ToneBadge>
        )
      )}
      {own && answer === null && (
        <Text size="xs" c="dimmed">
          <Trans>Your own account: another administrator answers</Trans>
        </Text>
      )}
      {outdated && (
        <Text size="xs" fw={550}>
          <Trans>Changed after it was answered for: answer again</Trans>
        </Text>
      )}
      {undecided !== null && <Text size="xs">{i18n._(undecidedLabels[undecided])}</Text>}
      <Given account={account} />
    </div>
  );
}

/** The change that the answer makes, its reason, and who gave it. */
function Given({ account }: { readonly account: Account }) {
  const { i18n } = useLingui();
  const { answer, newRole, grants, endedGrants, reason, answeredByName } = account;
  if (answer === null) return null;
  const role = newRole === null ? null : i18n._(roleLabels[newRole]);
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {role !== null && (
        <Text size="xs">
          <Trans>New role: {role}</Trans>
        </Text>
      )}
      {grants
        .filter(({ id }) => endedGrants.includes(id))
        .map(({ id, kind, organizationName }) => {
          const grant = `${i18n._(grantLabels[kind])}, ${organizationName}`;
          return (
            <Text size="xs" key={id}>
              <Trans>Revokes: {grant}</Trans>
            </Text>
          );
        })}
      {reason !== null && <Text size="xs">{reason}</Text>}
      <Text size="xs" c="dimmed">
        {answeredByName}
      </Text>
    </div>
  );
}
