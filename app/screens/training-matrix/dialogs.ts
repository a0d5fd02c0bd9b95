import type { Matrix, MatrixModule } from '#app/screens/training-matrix/matrices.ts';

/** An open dialog that is not in the address, and its subject. */
export type Opened =
  | { readonly dialog: 'add' | 'edit' | 'history' | 'rename-department' | 'remove'; readonly matrix: Matrix }
  | {
      readonly dialog: 'edit-module' | 'remove-module';
      readonly matrix: Matrix;
      readonly module: MatrixModule;
    }
  | { readonly dialog: 'featured' };
