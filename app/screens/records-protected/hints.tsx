import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';

/** What the verifier needs, and how to see whether it is there. */
export function NodeHint() {
  return (
    <Text size="sm" c="dimmed" className={classes.text}>
      <Trans>
        The verifier needs Node.js 18.3 or later and no network. To see your version, run node --version. If
        the command is not found, install Node.js from nodejs.org.
      </Trans>
    </Text>
  );
}

/** How a terminal is opened in a folder. */
export function TerminalHint() {
  return (
    <Text size="sm" c="dimmed" className={classes.text}>
      <Trans>
        On Windows, open the folder, type cmd in the address bar and press Enter. On a Mac, open Terminal,
        type cd and a space, drag the folder into the window and press Enter.
      </Trans>
    </Text>
  );
}
