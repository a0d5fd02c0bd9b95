import { useLingui } from '@lingui/react/macro';
import type { Role } from '#shared/domain/access/permissions.ts';
import { isActive, type MenuGroup } from '#app/shell/menu.ts';
import { menuIcons } from '#app/shell/menu-icons.ts';
import classes from '#app/shell/Shell.module.css';
import { PlainLink } from '#app/ui/links.tsx';

const noProps = { 'data-status': undefined, 'aria-current': undefined };

/** The menu of SPEC §2.3: next to the page on large screens, in the drawer on small ones. */
export function Sidebar({
  groups,
  path,
  sameAs,
  role,
  onGo,
}: {
  readonly groups: readonly MenuGroup[];
  readonly path: string;
  /** The path of this screen in the menu. */
  readonly sameAs?: string | undefined;
  readonly role: Role;
  readonly onGo?: () => void;
}) {
  const { i18n, t } = useLingui();
  return (
    <nav className={classes.nav} aria-label={t`Main menu`}>
      {groups.map(({ heading, entries }, at) => (
        <div key={heading?.id ?? at} className={classes.group}>
          {heading && <h2 className={classes.groupTitle}>{i18n._(heading)}</h2>}
          <ul>
            {entries.map(({ to, label, icon }) => {
              const TheIcon = menuIcons[icon];
              const active = isActive(to, path, role, sameAs);
              return (
                <li key={to}>
                  <PlainLink
                    to={to}
                    className={classes.entry}
                    // The router marks links automatically, but by another rule than SPEC §2.3.
                    activeProps={noProps}
                    data-active={active || undefined}
                    aria-current={active ? 'page' : undefined}
                    onClick={onGo}
                  >
                    <TheIcon size={19} stroke={1.7} aria-hidden />
                    <span>{typeof label === 'string' ? label : i18n._(label)}</span>
                  </PlainLink>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
