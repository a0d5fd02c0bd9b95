import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { shownFamilyName } from '#app/features/training/family-names.ts';
import type { Opened } from '#app/screens/training-matrix/dialogs.ts';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import type { Matrix, MatrixModule } from '#app/screens/training-matrix/matrices.ts';

/** Modules of a family before the rest is folded away (SPEC §9). */
const shownPerFamily = 5;

/** The modules of a family on the card of a matrix: the first five, the rest on request (SPEC §2.8). */
export function FamilyModules({
  family,
  matrix,
  onOpen,
}: {
  readonly family: Matrix['families'][number];
  readonly matrix: Matrix;
  readonly onOpen: (opened: Opened) => void;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { modules, name } = family;
  const shown = open ? modules : modules.slice(0, shownPerFamily);
  return (
    <section>
      <Text size="xs" fw={650} c="dimmed" tt="uppercase" mt="xs">
        {shownFamilyName(name)}
      </Text>
      <ul className={classes.modules} id={id}>
        {shown.map((module) => (
          <ModuleLine key={module.entryId} module={module} matrix={matrix} onOpen={onOpen} />
        ))}
      </ul>
      {modules.length > shownPerFamily && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-controls={id}
        >
          {open ? (
            <Trans>Show less</Trans>
          ) : (
            <Plural value={modules.length - shownPerFamily} one="# more" other="# more" />
          )}
        </Button>
      )}
    </section>
  );
}

function ModuleLine({
  module,
  matrix,
  onOpen,
}: {
  readonly module: MatrixModule;
  readonly matrix: Matrix;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { t } = useLingui();
  const facts = [
    ...(module.isRequired ? [] : [{ key: 'optional', fact: <Trans>optional</Trans> }]),
    { key: 'due', fact: <Plural value={module.daysToDue} one="# day to due" other="# days to due" /> },
    ...(module.renewalPeriod === null
      ? []
      : [
          {
            key: 'renewal',
            fact: (
              <Plural value={module.renewalPeriod} one="renews every month" other="renews every # months" />
            ),
          },
        ]),
    ...(module.isActive ? [] : [{ key: 'retired', fact: <Trans>retired: can no longer be assigned</Trans> }]),
  ];
  return (
    <li className={classes.module}>
      <div className={classes.words}>
        {module.title}
        <Text size="xs" c="dimmed" component="div" className={classes.facts}>
          {facts.map(({ key, fact }, at) => (
            <span key={key} className={classes.fact}>
              {at > 0 && <span className={classes.dot}> · </span>}
              {fact}
            </span>
          ))}
        </Text>
      </div>
      <Tooltip label={t`Edit`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t`Edit ${module.title} in ${matrix.name}`}
          onClick={() => onOpen({ dialog: 'edit-module', matrix, module })}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`Remove`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t`Remove ${module.title} from ${matrix.name}`}
          onClick={() => onOpen({ dialog: 'remove-module', matrix, module })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
