import { Paper } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useScreen } from '#app/shell/use-screen.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** The one screen that may say that it is not built yet; the table of screens counts its uses down. */
export function NotBuiltYet() {
  const { i18n } = useLingui();
  const screen = useScreen();
  return (
    <Page>
      <PageHeader title={screen ? i18n._(screen.title) : <Trans>This screen</Trans>} />
      <Paper withBorder>
        <EmptyState
          icon={IconRoute}
          title={<Trans>This screen is not built yet</Trans>}
          hint={
            <Trans>Its place in the menu is kept. What it will show is not available in this version.</Trans>
          }
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
