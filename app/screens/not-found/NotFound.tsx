import { Text, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { TrailMark } from '#app/brand/TrailMark.tsx';
import classes from '#app/screens/not-found/NotFound.module.css';
import { ButtonLink } from '#app/ui/links.tsx';

/** The page for every path that is not in the table of screens (SPEC §2.1, SHELL-02). */
export function NotFound() {
  return (
    <div className={classes.page}>
      <TrailMark size={56} />
      <Title order={1}>
        <Trans>404 Page Not Found</Trans>
      </Title>
      <Text c="dimmed">
        <Trans>The trail ends here: there is no page at this address.</Trans>
      </Text>
      <ButtonLink to="/">
        <Trans>Go Home</Trans>
      </ButtonLink>
    </div>
  );
}
