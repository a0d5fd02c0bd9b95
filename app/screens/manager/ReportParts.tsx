import { Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import { AccountBadge } from '#app/features/people/AccountBadge.tsx';
import { AwayBadge } from '#app/features/people/AwayBadge.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/manager/Manager.module.css';
import { rateOf, type DirectReport } from '#app/screens/manager/reports.ts';
import { ButtonLink } from '#app/ui/links.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** Picture or initials, name, job title; inactive people are marked. */
export function ReportName({ person }: { readonly person: DirectReport }) {
  return (
    <div className={classes.who}>
      <UserAvatar firstName={person.firstName} lastName={person.lastName} imageUrl={person.profileImageUrl} />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {nameOf(person)}
        </Text>
        <Text size="xs" c="dimmed">
          {shownJobTitle(person.jobTitle) ?? <Trans>Not specified</Trans>}
        </Text>
        {person.isAway && <AwayBadge />}
        {!person.isActive && <AccountBadge status="inactive" size="sm" />}
      </div>
    </div>
  );
}

/** The number of overdue or expired trainings, never shown by color alone. */
export function OverdueCount({
  person: { overdueAssignments, expiredAssignments },
}: {
  readonly person: DirectReport;
}) {
  const { number } = useFormat();
  if (overdueAssignments + expiredAssignments === 0) return <>{number(0)}</>;
  return (
    <>
      {overdueAssignments > 0 && (
        <span className={classes.late}>
          <IconAlertCircle size={15} aria-hidden />
          {number(overdueAssignments)}
        </span>
      )}
      {expiredAssignments > 0 && (
        <Text component="div" size="xs" c="var(--tt-crimson-text)" fw={600}>
          <Plural value={expiredAssignments} one="# expired" other="# expired" />
        </Text>
      )}
    </>
  );
}

/** Completion rate with its tier (CMP-02), 'No data' if nothing is assigned (CMP-03). */
export function RateLine({ person }: { readonly person: DirectReport }) {
  const { percent } = useFormat();
  const rate = rateOf(person);
  return (
    <span className={classes.rate}>
      {rate !== null && <span className="tt-figures">{percent(rate, 1)}</span>}
      <TierBadge figure="completion" rate={rate} size="sm" />
    </span>
  );
}

/** A link to the page of the person (SPEC §2.15). */
export function ViewTraining({
  person,
  big = false,
}: {
  readonly person: DirectReport;
  readonly big?: boolean;
}) {
  const { t } = useLingui();
  const name = nameOf(person);
  return (
    <ButtonLink
      to="/employee/$userId"
      params={{ userId: person.id }}
      variant="light"
      {...(big ? { size: 'md', fullWidth: true } : { size: 'xs' })}
      aria-label={t`View Training of ${name}`}
    >
      <Trans>View Training</Trans>
    </ButtonLink>
  );
}
