import { Paper, Text } from '@mantine/core';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import type { Answer } from '#app/screens/qualified/answer.ts';
import classes from '#app/screens/qualified/Qualified.module.css';
import { setAsideTexts, versionPositionTexts } from '#app/screens/qualified/qualified-texts.ts';
import { EvidenceTime } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Asked = NonNullable<Answer['versionAsked']>;

/** The answer about the requested version: its state on that day, and whether the person had completed it. */
export function RequestedVersion({ asked, timeZone }: { readonly asked: Asked; readonly timeZone: string }) {
  const { i18n } = useLingui();
  const { number, standing, effectiveFrom, replacedBy } = asked;
  return (
    <Section title={<Trans>Version {number}</Trans>}>
      <Paper withBorder className={classes.box}>
        {asked.differs ? (
          <>
            <Text component="div" className={classes.lines}>
              <span>
                <Trans>As known on that day</Trans>:
              </span>
              <Completed reading={asked.asKnownThen} />
            </Text>
            <Text component="div" className={classes.lines}>
              <span>
                <Trans>As known now</Trans>:
              </span>
              <Completed reading={asked.asKnownNow} />
            </Text>
          </>
        ) : (
          <Text component="div" className={classes.lines}>
            <Completed reading={asked.asKnownNow} />
          </Text>
        )}
        <Text size="sm" component="div" className={classes.lines}>
          <span>{i18n._(versionPositionTexts[standing])}</span>
          <span>
            <Trans>
              Effective since <EvidenceTime value={effectiveFrom} timeZone={timeZone} />
            </Trans>
          </span>
          {replacedBy !== null && (
            <span>
              <Trans>
                Replaced by version {replacedBy.number} since{' '}
                <EvidenceTime value={replacedBy.effectiveFrom} timeZone={timeZone} />
              </Trans>
            </span>
          )}
        </Text>
      </Paper>
    </Section>
  );
}

/** Shows whether the version was completed, in one reading. */
export function Completed({
  reading: { completion, why, completedAt, completedTimeZone, completionKind },
}: {
  readonly reading: Asked['asKnownNow'];
}) {
  const { i18n } = useLingui();
  if (completion === 'none')
    return (
      <ToneBadge tone="red" icon={IconCircleX}>
        <Trans>Not completed</Trans>
      </ToneBadge>
    );
  return (
    <>
      {why === null ? (
        <ToneBadge tone="green" icon={IconCircleCheck}>
          <Trans>Completed</Trans>
        </ToneBadge>
      ) : (
        <ToneBadge tone="gray" icon={IconCircleMinus}>
          {i18n._(setAsideTexts[why])}
        </ToneBadge>
      )}
      {completedAt !== null && (
        <EvidenceTime value={completedAt} timeZone={completedTimeZone} kind={completionKind} />
      )}
    </>
  );
}
