import type { DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';
import type { Category, ModuleRow } from '#app/screens/training-modules/modules.ts';

/** The dialogs of one module. */
export type ModuleDialog = 'edit' | 'content' | 'quiz' | 'load' | 'view' | 'remove';

/** The open dialog and its subject. */
export type Opened =
  | { readonly dialog: 'create' | 'matrix' | 'assign' | 'dueDates' | 'remind' | 'category' | 'bulk' }
  /** The second add-module dialog, with a category preset; null for none. */
  | { readonly dialog: 'add'; readonly category: string | null }
  | { readonly dialog: 'removeCategory' | 'renameCategory'; readonly category: Category }
  | { readonly dialog: 'removeMany' | 'setCategory' }
  | { readonly dialog: 'publish'; readonly draft: DraftToPublish }
  | { readonly dialog: ModuleDialog; readonly module: ModuleRow };

const linkable = ['create', 'category', 'bulk'] as const;

/** Returns the dialog named in the address; null for none, or for one that needs more than its name. */
export function linkedDialog(name: string): Opened | null {
  const dialog = linkable.find((one) => one === name);
  return dialog ? { dialog } : null;
}
