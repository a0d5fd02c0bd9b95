import { lazy, Suspense } from 'react';
import type { ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import type { ChosenModules } from '#app/features/assigning/ModulesSelect.tsx';

const ReminderForm = lazy(async () => ({
  default: (await import('#app/features/reminders/ReminderForm.tsx')).ReminderForm,
}));

/**
 * The reminder dialog (SPEC §2.5, REM-01), loaded when it is opened for the first time. With `userIds` it is for these people, all of
 * them selected; `type` is the kind at the start.
 */
export function ReminderDialog({
  opened,
  onClose,
  userIds,
  type,
  moduleId,
  modules,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly userIds?: readonly string[] | undefined;
  readonly type?: ReminderType | undefined;
  /** The module by which the list is filtered at first. */
  readonly moduleId?: number | undefined;
  /** The selected modules: all people who have one of them open or expired are selected at first. */
  readonly modules?: ChosenModules | undefined;
}) {
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <ReminderForm onClose={onClose} userIds={userIds} type={type} moduleId={moduleId} modules={modules} />
    </Suspense>
  );
}
