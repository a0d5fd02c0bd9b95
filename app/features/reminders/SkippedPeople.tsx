import { List, Text } from '@mantine/core';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { remindersContract } from '#shared/contract/reminders.ts';
import { skipReasons } from '#shared/domain/reminders/manual-reminders.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { skipTexts } from '#app/features/reminders/reminder-texts.ts';

/** The number of people named per reason; the others are counted. */
const named = 8;

/** The people who got no reminder, by reason (REM-01). */
export function SkippedPeople({
  answer: { sent, skipped },
  names,
}: {
  readonly answer: ResponseOf<typeof remindersContract.send>;
  /** Id to name. */
  readonly names: ReadonlyMap<string, string>;
}) {
  const { i18n } = useLingui();
  const { configured } = useMailServer();
  return (
    <>
      <Text>
        {configured || sent === 0 ? (
          <Plural
            value={sent}
            _0="No reminder was sent."
            one="# reminder was sent."
            other="# reminders were sent."
          />
        ) : (
          i18n._({ ...messages.remindersQueued.text, values: { count: sent } })
        )}{' '}
        <Plural value={skipped.length} one="# person was left out:" other="# people were left out:" />
      </Text>
      <List spacing="sm">
        {skipReasons.map((reason) => {
          const people = skipped.filter((one) => one.reason === reason);
          if (people.length === 0) return null;
          return (
            <List.Item key={reason}>
              {i18n._(skipTexts[reason])}
              <Text size="sm" c="dimmed">
                {people
                  .slice(0, named)
                  .map(({ userId }) => names.get(userId) ?? userId)
                  .join(', ')}
                {people.length > named && (
                  <>
                    {' '}
                    <Plural value={people.length - named} one="and # more" other="and # more" />
                  </>
                )}
              </Text>
            </List.Item>
          );
        })}
      </List>
    </>
  );
}
