import { Collapse, Paper, UnstyledButton } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import { registrationLooks, type RegistrationRow } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { RegistrationDetails } from '#app/screens/hr-dashboard/RegistrationDetails.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** A registration of the list: its line, and its details once it is opened (SPEC §2.16). */
export function RegistrationItem({
  registration,
  expanded,
  onToggle,
}: {
  readonly registration: RegistrationRow;
  readonly expanded: boolean;
  readonly onToggle: () => void;
}) {
  const { i18n } = useLingui();
  const id = useId();
  const { name, number, organizationName, country, state, validUntil, documentCount } = registration;
  const [label, tone, icon] = registrationLooks[state];
  return (
    <Paper withBorder>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={expanded}
        {...(expanded ? { 'aria-controls': id } : {})}
        onClick={onToggle}
      >
        <IconChevronRight size={18} aria-hidden className={classes.chevron} />
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>{' '}
          <span className={classes.under}>
            {organizationName} · {number} · {country} ·{' '}
            <Plural value={documentCount} one="# document" other="# documents" />
          </span>
        </span>{' '}
        <span className={classes.state}>
          <ToneBadge tone={tone} icon={icon} size="sm">
            {i18n._(label)}
          </ToneBadge>
          <span>
            {validUntil === null ? (
              <Trans>No end</Trans>
            ) : (
              <Trans>
                Until <CalendarDate value={validUntil} />
              </Trans>
            )}
          </span>
        </span>
      </UnstyledButton>
      <Collapse expanded={expanded} id={id}>
        {expanded && <RegistrationDetails id={registration.id} />}
      </Collapse>
    </Paper>
  );
}
