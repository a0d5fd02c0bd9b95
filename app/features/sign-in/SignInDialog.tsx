import { Modal } from '@mantine/core';
import type { SecondStep } from '#shared/domain/access/second-step.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { CodeStep } from '#app/features/sign-in/CodeStep.tsx';
import { ForgotStep } from '#app/features/sign-in/ForgotStep.tsx';
import { PasswordStep } from '#app/features/sign-in/PasswordStep.tsx';
import { safeReturnPath } from '#app/lib/return-path.ts';
import { enterSession, type SessionUser } from '#app/lib/session.ts';
import { showToast } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';

/** The time for which the success toast is shown before the person goes to `/` (SPEC §4), in milliseconds. */
const redirectAfter = 500;

/** The step that the dialog shows: the password, the second factor, or the way for a forgotten password. */
type Step = 'password' | 'code' | 'forgot';

const titles: Readonly<Record<Step, ReactNode>> = {
  password: <Trans>Sign in to TrainTrail</Trans>,
  code: <Trans>Two-factor sign-in</Trans>,
  forgot: <Trans>Forgot your password?</Trans>,
};

/**
 * The sign-in dialog of the landing page (SPEC §2.1, AUTH-02): external sign-in if it is offered, then email and password,
 * then the second factor if one is enrolled (AUTH-09); and the forgotten password (AUTH-10). Its steps change in place.
 */
export function SignInDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const [step, setStep] = useState<Step>('password');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={titles[step]}
      size={420}
      onExitTransitionEnd={() => setStep('password')}
    >
      {/* The steps are mounted again at every opening, so that no address or password is left for the next person at this screen. */}
      <Steps step={step} onStep={setStep} onClose={onClose} />
    </Modal>
  );
}

function Steps({
  step,
  onStep,
  onClose,
}: {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onClose: () => void;
}) {
  const enter = useArrival(onClose);
  const [email, setEmail] = useState('');
  const [methods, setMethods] = useState<readonly SecondStep[]>([]);
  const [over, setOver] = useState(false);
  if (step === 'code') {
    return (
      <CodeStep
        methods={methods}
        onEntered={enter}
        onOver={() => {
          setOver(true);
          onStep('password');
        }}
        onBack={() => onStep('password')}
      />
    );
  }
  if (step === 'forgot') return <ForgotStep email={email} onBack={() => onStep('password')} />;
  return (
    <PasswordStep
      email={email}
      over={over}
      onEntered={enter}
      onCode={(typed, possible) => {
        setEmail(typed);
        setMethods(possible);
        setOver(false);
        onStep('code');
      }}
      onForgot={(typed) => {
        setEmail(typed);
        onStep('forgot');
      }}
    />
  );
}

/**
 * The steps after a successful sign-in: the toast appears, the dialog closes, and half a second later the page that the
 * person wanted opens.
 */
function useArrival(onClose: () => void): (user: SessionUser) => void {
  const client = useQueryClient();
  const router = useRouter();
  const { returnTo }: { readonly returnTo?: string } = useSearch({ strict: false });
  return (user) => {
    showToast(user.mustChangePassword ? visitorMessages.activationRequired : visitorMessages.loginSucceeded);
    onClose();
    setTimeout(() => {
      enterSession(client, user);
      router.history.push(safeReturnPath(returnTo));
    }, redirectAfter);
  };
}
