import { AssignModuleDialog } from '#app/features/assigning/AssignModuleDialog.tsx';
import { DeleteDialog } from '#app/features/assigning/DeleteDialog.tsx';
import { DueDateDialog } from '#app/features/assigning/DueDateDialog.tsx';
import { DueDatesDialog } from '#app/features/assigning/DueDatesDialog.tsx';
import { OnboardingDialog } from '#app/features/assigning/OnboardingDialog.tsx';
import { PastTrainingDialog } from '#app/features/assigning/PastTrainingDialog.tsx';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { HistoryDialog } from '#app/features/trail/HistoryDialog.tsx';
import type { OwnAssignment } from '#app/features/assignments/order.ts';

/** The dialog that is open on the trainings of a person. */
export type TrainingDialog =
  | { readonly kind: 'assign' | 'onboarding' | 'remind' }
  | { readonly kind: 'due' | 'past' | 'history'; readonly assignment: OwnAssignment }
  | { readonly kind: 'delete' | 'dueDates'; readonly assignments: readonly OwnAssignment[] };

/** The open dialog on the trainings of a person. */
export function TrainingDialogs({
  dialog,
  person,
  today,
  onDone,
  onClose,
}: {
  readonly dialog: TrainingDialog;
  readonly person: { readonly id: string; readonly name: string; readonly jobTitle: string | null };
  readonly today: string;
  /** Called after the chosen action: the selection is cleared. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  switch (dialog.kind) {
    case 'assign':
      return <AssignModuleDialog person={person} today={today} onClose={onClose} />;
    case 'onboarding':
      return <OnboardingDialog person={person} onClose={onClose} />;
    case 'remind':
      return <ReminderDialog opened onClose={onClose} userIds={[person.id]} />;
    case 'due':
      return <DueDateDialog assignment={dialog.assignment} today={today} onClose={onClose} />;
    case 'dueDates':
      return (
        <DueDatesDialog
          of={{ assignments: new Map(dialog.assignments.map(({ id, module }) => [id, module.title])) }}
          onDone={onDone}
          onClose={onClose}
        />
      );
    case 'past':
      return (
        <PastTrainingDialog
          assignment={dialog.assignment}
          name={person.name}
          today={today}
          onClose={onClose}
        />
      );
    case 'history':
      return (
        <HistoryDialog
          name={dialog.assignment.module.title}
          of={{ recordType: 'training_assignments', recordId: String(dialog.assignment.id) }}
          onClose={onClose}
        />
      );
    case 'delete':
      return <DeleteDialog assignments={dialog.assignments} onDone={onDone} onClose={onClose} />;
  }
}
