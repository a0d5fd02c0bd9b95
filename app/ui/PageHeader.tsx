import { Anchor, Breadcrumbs, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextLink } from '#app/ui/links.tsx';
import classes from '#app/ui/Page.module.css';

/** A step of the way to a deep page; the last has no address. */
export interface Breadcrumb {
  readonly label: ReactNode;
  readonly to?: string;
}

/** The top of a page (UI.md 'Frame'): breadcrumb on deep pages, title, one-line subtitle, actions at the right. */
export function PageHeader({
  title,
  subtitle,
  crumbs,
  badge,
  actions,
}: {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly crumbs?: readonly Breadcrumb[];
  /** Shown next to the title: a state or a count. */
  readonly badge?: ReactNode;
  /** Actions at the right, the primary one last. */
  readonly actions?: ReactNode;
}) {
  return (
    <header className={classes.header}>
      <div className={classes.heading}>
        {crumbs && crumbs.length > 0 && <Trail crumbs={crumbs} />}
        <div className={classes.titleRow}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {badge}
        </div>
        {subtitle && (
          <Text c="dimmed" className={classes.subtitle}>
            {subtitle}
          </Text>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

function Trail({ crumbs }: { readonly crumbs: readonly Breadcrumb[] }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Breadcrumb`}>
      <Breadcrumbs
        separator={<IconChevronRight size={14} aria-hidden />}
        separatorMargin={4}
        mb={4}
        classNames={{ breadcrumb: classes.crumb ?? '' }}
      >
        {crumbs.map((crumb, index) =>
          crumb.to ? (
            <TextLink key={index} to={crumb.to} size="sm">
              {crumb.label}
            </TextLink>
          ) : (
            <Anchor
              key={index}
              component="span"
              size="sm"
              c="dimmed"
              underline="never"
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            >
              {crumb.label}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}

/** The content of a page: up to 1,280 px, or the full width for tables that people compare (UI.md 'Frame'). */
export function Page({ children, wide = false }: { readonly children: ReactNode; readonly wide?: boolean }) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      {children}
    </div>
  );
}

/** A titled part of a page; links with its `id` as their hash go to it. */
export function Section({
  id,
  title,
  hint,
  actions,
  children,
}: {
  readonly id?: string;
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <div>
          <Title order={2}>{title}</Title>
          {hint && (
            <Text c="dimmed" size="sm">
              {hint}
            </Text>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
