import type { ModuleFile } from '#app/features/files/module-file.ts';

/** A file in the order of a module's content: a stored one, or one that is uploaded on saving. */
export type ContentItem =
  | { readonly kind: 'stored'; readonly key: string; readonly name: string; readonly size: number }
  | {
      readonly kind: 'new';
      readonly key: string;
      readonly name: string;
      readonly size: number;
      readonly file: File;
    };

/** Returns the stored files of a module in their order. */
export function storedItems(files: readonly ModuleFile[]): readonly ContentItem[] {
  return files.map(({ name, originalName, size }) => ({
    kind: 'stored',
    key: name,
    name: originalName,
    size,
  }));
}

let counter = 0;

/** Returns new files, each with a unique key: two files may have the same name. */
export function newItems(files: readonly File[]): readonly ContentItem[] {
  return files.map((file) => {
    counter += 1;
    return { kind: 'new', key: `new ${String(counter)}`, name: file.name, size: file.size, file };
  });
}

/** Returns the items with one moved to another place. */
export function moved(items: readonly ContentItem[], from: number, to: number): readonly ContentItem[] {
  const item = items[from];
  if (!item || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Returns the items as `load` expects them (MOD-06): the order, and the new files in it. */
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
