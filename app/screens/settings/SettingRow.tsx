import { Paper, Switch, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from '#app/screens/settings/Settings.module.css';

/** Settings under each other. */
export function SettingsCard({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={label}>
      {children}
    </Paper>
  );
}

/** One setting: its name and effect at the left, its control at the right. */
export function SettingRow({
  label,
  hint,
  note,
  control,
}: {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  /** Current information about this setting. */
  readonly note?: ReactNode;
  /** Receives the ids of name and hint, which label and describe the control. */
  readonly control: (ids: {
    readonly 'aria-labelledby': string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}) {
  const [name, description] = [useId(), useId()];
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <Text fw={550} id={name}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" id={description}>
          {hint}
        </Text>
        {note}
      </div>
      <div className={classes.control}>
        {control({ 'aria-labelledby': name, 'aria-describedby': description })}
      </div>
    </div>
  );
}

/** A setting that is on or off. */
export function SwitchRow({
  label,
  hint,
  note,
  checked,
  onChange,
}: {
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly note?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const [name, description] = [useId(), useId()];
  return (
    <div className={classes.row} data-switch>
      <div className={classes.words}>
        <Text fw={550} id={name}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" id={description}>
          {hint}
        </Text>
        {note}
      </div>
      <Switch
        className={classes.switch}
        size="md"
        checked={checked}
        aria-labelledby={name}
        aria-describedby={description}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  );
}
