import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { PrepareBundle } from '#app/features/trail/PrepareBundle.tsx';
import { useUser } from '#app/lib/session.ts';
import { Answers } from '#app/screens/records-protected/Answers.tsx';
import { Command } from '#app/screens/records-protected/Command.tsx';
import { NodeHint, TerminalHint } from '#app/screens/records-protected/hints.tsx';
import { Part } from '#app/screens/records-protected/Part.tsx';
import { Step } from '#app/screens/records-protected/Step.tsx';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';
import { bundleAnswers } from '#app/screens/records-protected/samples.ts';
import { TextLink } from '#app/ui/links.tsx';

/** Explains how to check the whole trail offline (AUD-02): the bundle, the command and its answers. */
export function CheckTrail({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <Part title={<Trans>Check the whole audit trail</Trans>}>
      <Text className={classes.text}>
        <Trans>
          The bundle is a ZIP file with every event and seal, the public keys, the verifier, and METHOD.txt,
          which describes the format for people who write their own verifier. It contains personal data. The
          bundle of an inspection or of one organization has only hashes of all other events, so it shows that
          none of its own events is missing or changed. Those of HR and of inspections are only in bundles of
          administrators.
        </Trans>
      </Text>
      <ol className={classes.steps}>
        <li>
          <Text className={classes.text}>
            <Trans>
              Write down the newest seal shown above, with its number and checksum, before you request the
              bundle.
            </Trans>
          </Text>
        </li>
        <li>
          <Prepare />
        </li>
        <Step>
          <Text>
            <Trans>
              Unpack the ZIP file, open a terminal in the unpacked folder (the one with verify.mjs) and run
              this command. First compare the key in it with the fingerprint that you received separately. You
              can also run the verifier that you downloaded yourself, with the name of the folder.
            </Trans>
          </Text>
          <NodeHint />
          <TerminalHint />
          <Command line={`node verify.mjs --key ${fingerprint}`} />
        </Step>
        <Step>
          <Text>
            <Trans>
              Read the last line: VALID, or NOT VALID with the number of findings. Each finding has a line of
              its own. The numbers below are examples.
            </Trans>
          </Text>
          <Answers
            answers={[
              { means: <Trans>Unchanged</Trans>, printed: bundleAnswers.whole },
              { means: <Trans>Changed</Trans>, printed: bundleAnswers.changed },
              { means: <Trans>Event missing</Trans>, printed: bundleAnswers.missing },
              { means: <Trans>File missing</Trans>, printed: bundleAnswers.noFile },
              {
                means: <Trans>The key is not the one that you wrote down</Trans>,
                printed: bundleAnswers.otherKey,
              },
            ]}
          />
          <Text className={classes.text}>
            <Trans>
              Compare the line “Newest seal” with the seal that you wrote down: its number must be the same or
              higher, and seals.jsonl must contain the checksum that you wrote down. Compare copies of seals
              that are stored elsewhere in the same way.
            </Trans>
          </Text>
          <Text className={classes.text}>
            <Trans>
              To see the event of a finding, enter its number under “Event number” in the{' '}
              <TextLink to="/audit" inherit underline="always">
                Audit Trail
              </TextLink>
              .
            </Trans>
          </Text>
          <Text size="sm" c="dimmed" className={classes.text}>
            <Trans>
              Lines that start with “note” are not findings. They list erasures of personal data, restored
              backups, and the newest events that are not sealed yet.
            </Trans>
          </Text>
        </Step>
      </ol>
    </Part>
  );
}

/** The bundle, for people who may take it; others must request it. */
function Prepare() {
  const { permissions } = useUser();
  if (permissions.includes('audit.bundle')) return <PrepareBundle />;
  return (
    <Text className={classes.text}>
      <Trans>
        Request the bundle from an administrator. If it may not be handed out because of the personal data in
        it, have it checked in your presence.
      </Trans>{' '}
      {permissions.includes('inspections.request') && (
        <TextLink to="/inspection?request=bundle" inherit underline="always">
          <Trans>Request the bundle</Trans>
        </TextLink>
      )}
    </Text>
  );
}
