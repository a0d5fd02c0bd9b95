import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { VerifierButton, verifierName } from '#app/features/verifier/VerifierButton.tsx';
import { Answers } from '#app/screens/records-protected/Answers.tsx';
import { Command } from '#app/screens/records-protected/Command.tsx';
import { GenuineHint, NodeHint, TerminalHint } from '#app/screens/records-protected/hints.tsx';
import { Part } from '#app/screens/records-protected/Part.tsx';
import { Step } from '#app/screens/records-protected/Step.tsx';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';
import { proofAnswers } from '#app/screens/records-protected/samples.ts';
import { TextLink } from '#app/ui/links.tsx';

/** Explains how to check one record offline (SIG-04): where its proof file is, the program, the command and its answers. */
export function CheckRecord({
  fingerprint,
  verifierHash,
}: {
  readonly fingerprint: string;
  /** Undefined while it is loaded. */
  readonly verifierHash: string | undefined;
}) {
  return (
    <Part title={<Trans>Check one record</Trans>}>
      <ol className={classes.steps}>
        <Step>
          <Text>
            <Trans>Download the proof file of the record.</Trans>
          </Text>
          <ul className={classes.list}>
            <li>
              <Trans>
                Completion, signature and certificate: select the row of the person in{' '}
                <TextLink to="/reports/completion" inherit underline="always">
                  Completion Reports
                </TextLink>
                , then “Proof file” under the training.
              </Trans>
            </li>
            <li>
              <Trans>
                Certificate on paper: scan its QR code and select “Download proof file”. Nobody needs to sign
                in for this.
              </Trans>
            </li>
            <li>
              <Trans>
                CV, agreement or acknowledged document: “Proof file” is next to the signature, for the people
                who may see the document.
              </Trans>
            </li>
            <li>
              <Trans>
                Signed findings of integrity checks: “Proof file” is next to the signature under{' '}
                <TextLink to="/integrity-checks" inherit underline="always">
                  Integrity Checks
                </TextLink>
                .
              </Trans>
            </li>
          </ul>
        </Step>
        <Step align="start">
          <Text>
            <Trans>
              Download the verifier to the same folder. It is one text file that anyone can read. You can also
              get it independently: it is part of the published source code of TrainTrail
              (scripts/verify-bundle.mjs).
            </Trans>
          </Text>
          <VerifierButton />
          {verifierHash !== undefined && <GenuineHint hash={verifierHash} />}
          <NodeHint />
        </Step>
        <Step>
          <Text>
            <Trans>
              Open a terminal in that folder and run this command. Replace proof.json with the name of your
              proof file. First compare the key in the command with the fingerprint that you received
              separately.
            </Trans>
          </Text>
          <TerminalHint />
          <Command line={`node ${verifierName} proof.json --key ${fingerprint}`} />
        </Step>
        <Step>
          <Text>
            <Trans>
              Read the last line. The lines above it show what the record says. Compare them with the screen
              or the paper. Times are in UTC, and in brackets in the zone of the record. Add --zone and a zone
              such as Europe/Berlin to see your own.
            </Trans>
          </Text>
          <Text className={classes.text}>
            <Trans>
              The contentHash of a completion is the SHA-256 of the training content that the person saw: its
              text, its link and the hashes of its files, in their order. The same hash is shown with that
              version of the module. If they are equal, the content is unchanged.
            </Trans>
          </Text>
          <Answers
            answers={[
              { means: <Trans>Unchanged</Trans>, printed: proofAnswers.whole },
              { means: <Trans>Changed</Trans>, printed: proofAnswers.changed },
              { means: <Trans>Damaged or wrong file</Trans>, printed: proofAnswers.missing },
              { means: <Trans>Other installation</Trans>, printed: proofAnswers.otherKey },
            ]}
          />
        </Step>
      </ol>
    </Part>
  );
}
