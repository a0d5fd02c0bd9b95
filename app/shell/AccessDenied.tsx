import { Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { Screen } from '#app/shell/screen.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Page } from '#app/ui/PageHeader.tsx';

/** The text of AUTH-13 if SPEC gives none. */
const deniedText = msg`Access Denied - Admin access required for this page.`;
/** The time for which the text is shown before the person is sent home (SPEC §9), in milliseconds. */
const homeAfter = 500;

/** Shown for a screen that this person may not use: the text of SPEC, and the way home. */
export function AccessDenied({ screen }: { readonly screen: Screen }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { sendsHome } = screen;
  useEffect(() => {
    if (!sendsHome) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), homeAfter);
    return () => clearTimeout(timer);
  }, [navigate, sendsHome]);
  return (
    <Page>
      <Paper withBorder role="alert">
        <EmptyState
          heading="h1"
          icon={IconLock}
          title={i18n._(screen.denied ?? deniedText)}
          hint={screen.deniedHint && i18n._(screen.deniedHint)}
          action={
            <ButtonLink to="/" variant="default">
              <Trans>Go Home</Trans>
            </ButtonLink>
          }
        />
      </Paper>
    </Page>
  );
}
