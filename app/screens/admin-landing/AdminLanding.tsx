import { Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { greetingName } from '#shared/domain/people/name-changes.ts';
import { TrailMark, type BrandArea } from '#app/brand/TrailMark.tsx';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/admin-landing/AdminLanding.module.css';
import { PlainLink } from '#app/ui/links.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** The choice between the two systems (SPEC §2.2, SHELL-03). */
export function AdminLanding() {
  const { t } = useLingui();
  const name = greetingName(useUser());
  return (
    <Page>
      <PageHeader
        title={name ? <Trans>Welcome, {name}</Trans> : <Trans>Welcome</Trans>}
        subtitle={t`Choose the system you want to work in.`}
      />
      <div className={classes.choices}>
        <Choice area="training" to="/admin" title={<Trans>Training Management System</Trans>}>
          <Trans>People, modules, matrices, completion and compliance of every organization.</Trans>
        </Choice>
        <Choice area="hr" to="/hr-dashboard" title={<Trans>HR Management System</Trans>}>
          <Trans>CVs, consulting agreements and the documents of each organization.</Trans>
        </Choice>
      </div>
    </Page>
  );
}

function Choice({
  area,
  to,
  title,
  children,
}: {
  readonly area: BrandArea;
  readonly to: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <PlainLink to={to} className={classes.choice} data-area={area}>
      <TrailMark area={area} size={56} />
      <span className={classes.words}>
        <Title order={2} component="span" className={classes.title}>
          {title}
        </Title>
        <span className={classes.text}>{children}</span>
      </span>
      <IconArrowRight size={22} aria-hidden className={classes.arrow} />
    </PlainLink>
  );
}
