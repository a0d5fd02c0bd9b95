import { Button, Combobox, Loader, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { IconBolt, IconBook2, IconChevronRight, IconGridDots, IconSearch } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { fullName } from '#shared/domain/people/names.ts';
import type { SessionUser } from '#app/lib/session.ts';
import type { MenuOrganization } from '#app/shell/menu.ts';
import { menuIcons } from '#app/shell/menu-icons.ts';
import classes from '#app/shell/palette/Palette.module.css';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';
import { useFound } from './use-found.ts';

/** The command palette (SHELL-08): finds any screen, person, module, matrix or action that the person may use, by typing a few letters. */
export function Palette({
  user,
  organizations,
  opened,
  onClose,
}: {
  readonly user: SessionUser;
  readonly organizations: readonly MenuOrganization[];
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const found = useFound(user, organizations, typed, opened);
  const listId = useId();
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const count =
    found.places.length +
    found.actions.length +
    found.people.length +
    found.modules.length +
    found.matrices.length;
  const { selectFirstOption, updateSelectedOptionIndex } = combobox;
  useEffect(() => {
    if (!opened) return;
    selectFirstOption();
    updateSelectedOptionIndex();
  }, [opened, typed, count, selectFirstOption, updateSelectedOptionIndex]);

  const go = (address: string): void => {
    onClose();
    // A module is read in a separate tab (SPEC §2.6); all other addresses are screens of this page.
    const tab = address.startsWith('/training-module/') ? window.open(address, '_blank') : null;
    if (tab === null) router.history.push(address);
  };

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered={false}
      yOffset="12vh"
      closeOnClickOutside
      size={620}
      transitionProps={{ onExited: () => setTyped('') }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t`Search screens, people and modules`}>
        <Combobox store={combobox} onOptionSubmit={go}>
          {/* The library would name the list only when the field is rendered again. */}
          <Combobox.EventsTarget withExpandedAttribute aria-expanded aria-controls={listId}>
            <TextInput
              data-autofocus
              size="lg"
              variant="unstyled"
              className={classes.input}
              aria-label={t`Search screens, people and modules`}
              placeholder={t`Go to…`}
              leftSection={<IconSearch size={20} stroke={1.7} aria-hidden />}
              rightSection={found.busy ? <Loader size="xs" /> : null}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <Combobox.Options id={listId} className={classes.results} aria-label={t`Results`}>
            {found.places.length > 0 && (
              <Combobox.Group label={t`Screens`}>
                {found.places.map(({ path, title, icon }) => {
                  const TheIcon = icon === null ? IconChevronRight : menuIcons[icon];
                  return (
                    <Result
                      key={path}
                      to={path}
                      picture={<TheIcon size={19} stroke={1.7} aria-hidden />}
                      name={title}
                    />
                  );
                })}
              </Combobox.Group>
            )}
            {found.actions.length > 0 && (
              <Combobox.Group label={t`Actions`}>
                {found.actions.map(({ to, label }) => (
                  <Result
                    key={to}
                    to={to}
                    picture={<IconBolt size={19} stroke={1.7} aria-hidden />}
                    name={label}
                  />
                ))}
              </Combobox.Group>
            )}
            {found.people.length > 0 && (
              <Combobox.Group label={t`People`}>
                {found.people.map((person) => (
                  <Result
                    key={person.id}
                    to={`/employee/${person.id}`}
                    picture={
                      <UserAvatar
                        firstName={person.firstName}
                        lastName={person.lastName}
                        imageUrl={person.profileImageUrl ?? null}
                        size={26}
                      />
                    }
                    name={fullName(person) || (person.email ?? '')}
                    detail={[person.email, person.organizationName].filter(Boolean).join(' · ')}
                  />
                ))}
              </Combobox.Group>
            )}
            {found.modules.length > 0 && (
              <Combobox.Group label={t`Training modules`}>
                {found.modules.map((module) => (
                  <Result
                    key={module.id}
                    to={`/training-module/${module.id}`}
                    picture={<IconBook2 size={19} stroke={1.7} aria-hidden />}
                    name={module.title}
                    detail={module.reference ?? ''}
                  />
                ))}
              </Combobox.Group>
            )}
            {found.matrices.length > 0 && (
              <Combobox.Group label={t`Training matrices`}>
                {found.matrices.map(({ id, name, organizationName }) => (
                  <Result
                    key={id}
                    to={`/training-matrix?show=${id}`}
                    picture={<IconGridDots size={19} stroke={1.7} aria-hidden />}
                    name={name}
                    detail={organizationName ?? ''}
                  />
                ))}
              </Combobox.Group>
            )}
          </Combobox.Options>
          {count === 0 && !found.busy && !found.retry && (
            <Text c="dimmed" ta="center" py="xl" px="md">
              <Trans>Nothing found. Try a name, an email or a part of a title.</Trans>
            </Text>
          )}
          {found.retry && (
            <div className={classes.failed} role="alert">
              <Text size="sm">
                <Trans>The search failed. Try again.</Trans>
              </Text>
              <Button size="xs" variant="default" onClick={found.retry}>
                <Trans>Retry</Trans>
              </Button>
            </div>
          )}
        </Combobox>
        <VisuallyHidden role="status">
          {!found.busy && <Plural value={count} one="# result" other="# results" />}
        </VisuallyHidden>
      </Modal.Content>
    </Modal.Root>
  );
}

function Result({
  to,
  picture,
  name,
  detail = '',
}: {
  readonly to: string;
  readonly picture: ReactNode;
  readonly name: string;
  readonly detail?: string;
}) {
  return (
    <Combobox.Option value={to} className={classes.result}>
      <span className={classes.picture}>{picture}</span>
      <span className={classes.names}>
        <span className={classes.name}>{name}</span>
        {detail !== '' && <span className={classes.detail}>{detail}</span>}
      </span>
    </Combobox.Option>
  );
}
