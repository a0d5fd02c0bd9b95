import { ActionIcon, Title } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { ModuleFacts } from '#app/features/assignments/ModuleFacts.tsx';
import { TrailMark } from '#app/brand/TrailMark.tsx';
import { useCloseWindow } from '#app/screens/training-module/use-close-window.ts';
import classes from '#app/screens/training-module/Viewer.module.css';

/** Title, reference, content type and minutes (SPEC §2.17), and the way out of the tab. */
export function ModuleHeader({
  module,
  onInfo,
}: {
  readonly module: {
    readonly title: string;
    readonly reference: string | null;
    readonly contentType: string;
    readonly duration: number;
  };
  /** On a phone: opens the panels. */
  readonly onInfo?: () => void;
}) {
  const { t } = useLingui();
  const close = useCloseWindow();
  return (
    <header className={classes.header}>
      <span className={classes.mark}>
        <TrailMark size={30} />
      </span>
      <div className={classes.headerWords}>
        <Title order={1} className={classes.title} title={module.title}>
          {module.title}
        </Title>
        <ModuleFacts module={module} />
      </div>
      {onInfo && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          aria-label={t`About this training`}
          onClick={onInfo}
        >
          <IconInfoCircle size={22} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" size="xl" aria-label={t`Close Window`} onClick={close}>
        <IconX size={22} aria-hidden />
      </ActionIcon>
    </header>
  );
}
