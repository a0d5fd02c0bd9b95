import { messages } from '#app/lib/messages.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** The reason why modules cannot be added to a matrix, and the field that must be filled. */
export interface Refusal {
  readonly toast: ToastRow;
  readonly field: 'matrix' | 'name' | 'department' | null;
}

/** Returns the refusals of SPEC §5 in its order (MTX-03); null when the form can be sent. */
export function refusalOf(form: {
  readonly modules: number;
  readonly mode: 'existing' | 'new';
  readonly matrixId: string | null;
  readonly name: string;
  readonly departmentId: string | null;
}): Refusal | null {
  if (form.modules === 0) return { toast: messages.noModulesSelected, field: null };
  if (form.mode === 'existing') {
    return form.matrixId === null ? { toast: messages.noMatrixSelected, field: 'matrix' } : null;
  }
  if (form.name.trim() === '') return { toast: messages.matrixNameRequired, field: 'name' };
  return form.departmentId === null ? { toast: messages.departmentRequired, field: 'department' } : null;
}
