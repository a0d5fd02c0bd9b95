import { Paper, Progress, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconHourglass,
  type Icon,
} from '@tabler/icons-react';
import { complianceGroups, type ComplianceGroup } from '#shared/domain/compliance/figures.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { useFormat } from '#app/lib/format.ts';
import {
  listOf,
  peopleId,
  type ListedState,
  type Metrics,
  type View,
} from '#app/screens/compliance/compliance.ts';
import classes from '#app/screens/compliance/GroupBar.module.css';
import { TextLink } from '#app/ui/links.tsx';

const looks: Readonly<Record<ComplianceGroup, { tone: Tone; icon: Icon; people: ListedState }>> = {
  overdue: { tone: 'red', icon: IconAlertCircle, people: 'overdue' },
  onTrack: { tone: 'amber', icon: IconHourglass, people: 'pending' },
  complete: { tone: 'green', icon: IconCircleCheck, people: 'complete' },
  nothingRequired: { tone: 'gray', icon: IconCircleMinus, people: 'nothing_required' },
};

/** All active people in one bar, each in one group; every count links to its people (CMP-03). */
export function GroupBar({ overall, view }: { readonly overall: Metrics['overall']; readonly view: View }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { activeUsers, groups, neverSignedIn } = overall;
  const names: Readonly<Record<ComplianceGroup, string>> = {
    overdue: t`Overdue or expired`,
    onTrack: t`On track`,
    complete: t`Complete`,
    nothingRequired: t`Nothing required`,
  };
  const list = (people: ListedState) => ({
    to: '/compliance',
    search: listOf(view, { people }),
    hash: peopleId,
  });
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="groups">
      <div className={classes.head}>
        <Title order={2} size="h4" id="groups">
          <Trans>Active people by training status</Trans>
        </Title>
        <Text size="sm" c="dimmed" className="tt-figures">
          <Plural value={activeUsers} one="# active person" other="# active people" />
        </Text>
      </div>
      <Progress.Root size={18} className={classes.bar} aria-hidden>
        {complianceGroups.map((group) => (
          <Progress.Section
            key={group}
            value={activeUsers === 0 ? 0 : (groups[group] * 100) / activeUsers}
            color={`var(--tt-${looks[group].tone}-mark)`}
          />
        ))}
      </Progress.Root>
      <ul className={classes.groups}>
        {complianceGroups.map((group) => {
          const { tone, icon: TheIcon, people } = looks[group];
          const count = number(groups[group]);
          return (
            <li key={group}>
              <TheIcon size={18} aria-hidden style={{ color: `var(--tt-${tone}-text)` }} />
              <div>
                <TextLink
                  {...list(people)}
                  className={`tt-figures ${classes.count}`}
                  aria-label={`${names[group]}: ${count}`}
                >
                  {count}
                </TextLink>
                <Text size="sm">{names[group]}</Text>
                {group === 'onTrack' && neverSignedIn > 0 && (
                  <TextLink {...list('never_signed_in')} size="xs">
                    <Plural value={neverSignedIn} one="# never signed in" other="# never signed in" />
                  </TextLink>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}
