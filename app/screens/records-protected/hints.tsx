import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';

/** The requirements of the verifier, and how to check that they are met. */
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

/** Explains how to open a terminal in a folder. */
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

/** Explains how to see that the verifier is the genuine one: its hash, from a second place. */
export function GenuineHint({ hash }: { readonly hash: string }) {
  return (
    <div>
      <Text className={classes.text}>
        <Trans>
          Check that it is the genuine verifier: this is its SHA-256. The documentation of TrainTrail has it
          too. On Windows run certutil -hashfile verify.mjs SHA256, elsewhere shasum -a 256 verify.mjs.
        </Trans>
      </Text>
      <code style={{ overflowWrap: 'anywhere' }}>{hash}</code>
    </div>
  );
}
