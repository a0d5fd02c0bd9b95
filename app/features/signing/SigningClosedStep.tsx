import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { IconLock, IconMailForward, IconUserCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  signingIdentityContract as contract,
  type closedSigning,
} from '#shared/contract/signing-identity.ts';
import type { z } from 'zod';
import { closureTexts } from '#app/features/signing/signing-identity-texts.ts';
import classes from '#app/features/signing/Signing.module.css';
import { ApiError } from '#app/lib/api-error.ts';
import { useCommand } from '#app/lib/query.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';

/** The reasons why the server allows no signatures with this account, and the ways to prove the identity. */
export type ClosedSigning = z.output<typeof closedSigning>;

/** Returns the details in a refusal; null for every other error. */
export function closedOf(error: Error | null): ClosedSigning | null {
  if (!(error instanceof ApiError) || error.code !== 'SIGNING_CLOSED') return null;
  // A refusal caused by a change at the very moment of the signature has no details.
  const {
    causes = [],
    ways = ['second_person'],
    mailbox = null,
  } = (error.problem ?? {}) as Partial<ClosedSigning>;
  return { causes, ways, mailbox };
}

/** Shown instead of the signature (SIG-05): another person changed the account, so that its owner must first prove their identity. */
export function SigningClosedStep({
  closed: { causes, ways, mailbox },
  onAgain,
  onCancel,
}: {
  readonly closed: ClosedSigning;
  /** Tries to sign again. */
  readonly onAgain: () => void;
  readonly onCancel: () => void;
}) {
  const { i18n } = useLingui();
  const link = useCommand(contract.sendLink, { onError: () => true });
  const request = useCommand(contract.request, { onError: () => true });
  const error = link.error ?? request.error;
  return (
    <Stack gap="md">
      <Alert
        color="yellow"
        variant="light"
        icon={<IconLock size={18} aria-hidden />}
        title={<Trans>Confirm your identity before you sign</Trans>}
      >
        <List size="sm" spacing={4}>
          {causes.map((cause) => (
            <List.Item key={cause}>{i18n._(closureTexts[cause])}</List.Item>
          ))}
        </List>
        <Text size="sm" mt="xs">
          <Trans>Only you may sign in your name. Confirm your identity in one of these ways.</Trans>
        </Text>
      </Alert>
      {ways.includes('authenticator') && (
        <Text size="sm">
          <Trans>Sign with your password and the code of your authenticator app.</Trans>
        </Text>
      )}
      {ways.includes('provider') && (
        <Text size="sm">
          <Trans>Sign in with your organization and confirm the signature there.</Trans>
        </Text>
      )}
      {mailbox !== null && (
        <Way
          done={link.isSuccess}
          explanation={
            link.isSuccess ? (
              <Trans>
                An email is on its way to {mailbox}. Choose a new password with its link, sign in with it and
                sign again.
              </Trans>
            ) : (
              <Trans>We send a link to {mailbox}, the address that you last confirmed.</Trans>
            )
          }
          button={
            <Button
              variant="light"
              loading={link.isPending}
              leftSection={<IconMailForward size={18} aria-hidden />}
              onClick={() => link.mutate({})}
            >
              <Trans>Send link</Trans>
            </Button>
          }
        />
      )}
      <Way
        done={request.isSuccess}
        explanation={
          request.data ? (
            <>
              <Trans>
                Give this code to an administrator who did not change your account. After they confirm your
                identity, choose “Try again”.
              </Trans>
              <Code block className={classes.shownCode} aria-live="polite">
                {request.data.code}
              </Code>
              <Text size="xs" c="dimmed">
                <Trans>
                  Valid until <Moment value={request.data.expiresAt} show="dateTime" />, while you stay signed
                  in.
                </Trans>
              </Text>
            </>
          ) : (
            <Trans>A second administrator confirms who you are and signs for it.</Trans>
          )
        }
        button={
          <Button
            variant="light"
            loading={request.isPending}
            leftSection={<IconUserCheck size={18} aria-hidden />}
            onClick={() => request.mutate({})}
          >
            <Trans>Request confirmation</Trans>
          </Button>
        }
      />
      <DialogError error={error} />
      {error instanceof ApiError && error.code === 'TEMPORARY_PASSWORD' && (
        <TextLink to="/settings" size="sm">
          <Trans>Go to Settings to choose your own password</Trans>
        </TextLink>
      )}
      <DialogFooter className={classes.buttons}>
        <Button variant="default" size="md" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="md" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  );
}

function Way({
  done,
  explanation,
  button,
}: {
  readonly done: boolean;
  readonly explanation: React.ReactNode;
  readonly button: React.ReactNode;
}) {
  return (
    <Stack gap="xs">
      <div role="status">
        <Text size="sm" component="div">
          {explanation}
        </Text>
      </div>
      {!done && <div>{button}</div>}
    </Stack>
  );
}
