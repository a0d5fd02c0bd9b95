import { AssignModulesDialog } from '#app/features/assigning/AssignModulesDialog.tsx';
import { DueDatesDialog } from '#app/features/assigning/DueDatesDialog.tsx';
import { QuizEditor } from '#app/features/quiz-editor/QuizEditor.tsx';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { AddModuleDialog } from '#app/screens/training-modules/AddModuleDialog.tsx';
import { AddToMatrixDialog } from '#app/screens/training-modules/AddToMatrixDialog.tsx';
import { BulkUploadDialog } from '#app/screens/training-modules/bulk/BulkUploadDialog.tsx';
import { RemoveModulesDialog, SetCategoryDialog } from '#app/screens/training-modules/BulkDialogs.tsx';
import {
  CategoryDialog,
  RemoveCategoryDialog,
  RenameCategoryDialog,
} from '#app/screens/training-modules/CategoryDialogs.tsx';
import { EditContentDialog } from '#app/screens/training-modules/content/EditContentDialog.tsx';
import { LoadContentDialog } from '#app/screens/training-modules/content/LoadContentDialog.tsx';
import type { Opened } from '#app/screens/training-modules/dialogs.ts';
import { ModuleFormDialog } from '#app/screens/training-modules/ModuleFormDialog.tsx';
import { PublishDialog, type DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';
import { RemoveModuleDialog } from '#app/screens/training-modules/RemoveModuleDialog.tsx';
import type { Selection } from '#app/screens/training-modules/use-selection.ts';
import { ViewModuleDialog } from '#app/screens/training-modules/view/ViewModuleDialog.tsx';

/** The dialog that is open on /training-modules (SPEC §2.7). */
export function ModuleDialogs({
  opened,
  selection,
  onOpen,
  onRenamed,
}: {
  readonly opened: Opened | null;
  readonly selection: Selection;
  readonly onOpen: (opened: Opened | null) => void;
  /** Called when a category was renamed: a filter by the old name is updated. */
  readonly onRenamed: (from: string, to: string) => void;
}) {
  const close = (): void => onOpen(null);
  const titles = new Map([...selection.selected.values()].map(({ id, title }) => [id, title]));
  const publish = (draft: DraftToPublish): void => onOpen({ dialog: 'publish', draft });
  switch (opened?.dialog) {
    case undefined:
      return null;
    case 'create':
      return <ModuleFormDialog module={null} onClose={close} />;
    case 'add':
      return <AddModuleDialog category={opened.category} onClose={close} />;
    case 'category':
      return <CategoryDialog onClose={close} />;
    case 'renameCategory': {
      const { category } = opened;
      return (
        <RenameCategoryDialog
          category={category}
          onClose={close}
          onDone={(name) => {
            onRenamed(category.name, name);
            close();
          }}
        />
      );
    }
    case 'removeMany':
    case 'setCategory': {
      const TheDialog = opened.dialog === 'removeMany' ? RemoveModulesDialog : SetCategoryDialog;
      return (
        <TheDialog
          modules={[...selection.selected.values()]}
          onClose={close}
          onDone={() => {
            selection.clear();
            close();
          }}
        />
      );
    }
    case 'removeCategory':
      return <RemoveCategoryDialog category={opened.category} onClose={close} />;
    case 'bulk':
      return <BulkUploadDialog onPublish={publish} onClose={close} />;
    case 'matrix':
      return (
        <AddToMatrixDialog
          modules={[...selection.selected.values()]}
          onClose={close}
          onDone={() => {
            selection.clear();
            close();
          }}
        />
      );
    case 'assign':
      return <AssignModulesDialog modules={titles} onDone={selection.clear} onClose={close} />;
    case 'dueDates':
      return <DueDatesDialog of={{ modules: titles }} onDone={selection.clear} onClose={close} />;
    case 'remind':
      return <ReminderDialog opened modules={titles} onClose={close} />;
    case 'edit':
      return <ModuleFormDialog module={opened.module} onClose={close} />;
    case 'content':
      return (
        <EditContentDialog
          moduleId={opened.module.id}
          title={opened.module.title}
          onPublish={publish}
          onClose={close}
        />
      );
    case 'quiz':
      return <QuizEditor module={opened.module} onClose={close} />;
    case 'load':
      return <LoadContentDialog module={opened.module} onPublish={publish} onClose={close} />;
    case 'view':
      return (
        <ViewModuleDialog
          moduleId={opened.module.id}
          title={opened.module.title}
          onPublish={publish}
          onClose={close}
        />
      );
    case 'publish':
      return <PublishDialog draft={opened.draft} onClose={close} />;
    case 'remove':
      return (
        <RemoveModuleDialog
          module={opened.module}
          onClose={close}
          onDone={() => {
            selection.forget(opened.module.id);
            close();
          }}
        />
      );
  }
}
