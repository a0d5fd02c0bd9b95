import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';

/** The output of the verifier in each case. */
export function Answers({
  answers,
}: {
  readonly answers: readonly { readonly means: ReactNode; readonly printed: string }[];
}) {
  return (
    <>
      <dl className={classes.answers}>
        {answers.map(({ means, printed }) => (
          <div key={printed} className={classes.answer}>
            <dt>{means}</dt>
            <dd>
              <code>{printed}</code>
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" className={classes.text}>
        <Trans>
          For scripts, the exit code is 0 if everything is unchanged, 1 if something was changed or is
          missing, and 2 if it could not be checked.
        </Trans>
      </Text>
    </>
  );
}
