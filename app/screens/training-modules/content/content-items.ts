import type { ModuleFile } from '#app/features/files/module-file.ts';

/** A file in the order of a module's content: one that is stored, or one that goes up when it is saved. */
export type ContentItem =
  | { readonly kind: 'stored'; readonly key: string; readonly name: string; readonly size: number }
  | {
      readonly kind: 'new';
      readonly key: string;
      readonly name: string;
      readonly size: number;
      readonly file: File;
    };

/** The stored files of a module in their order. */
export function storedItems(files: readonly ModuleFile[]): readonly ContentItem[] {
  return files.map(({ name, originalName, size }) => ({
    kind: 'stored',
    key: name,
    name: originalName,
    size,
  }));
}

let counter = 0;

/** New files, each with a key of its own: two may have one name. */
export function newItems(files: readonly File[]): readonly ContentItem[] {
  return files.map((file) => {
    counter += 1;
    return { kind: 'new', key: `new ${String(counter)}`, name: file.name, size: file.size, file };
  });
}

/** The items with one at another place. */
export function moved(items: readonly ContentItem[], from: number, to: number): readonly ContentItem[] {
  const item = items[from];
  if (!item || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** What `load` takes of the items (MOD-06): the order, and the new files in it. */
export function orderOf(items: readonly ContentItem[]): {
  readonly keepFiles: readonly string[];
  readonly files: readonly File[];
} {
  const files: File[] = [];
  const keepFiles = items.map((item) => {
    if (item.kind === 'stored') return item.key;
    files.push(item.file);
    return `file_${String(files.length - 1)}`;
  });
  return { keepFiles, files };
}
