import type { ModuleContentType } from '#shared/domain/modules/content-types.ts';

/** A module of the demo data; documents are printed from their sections. */
export interface DemoModule {
  readonly reference: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly contentType: ModuleContentType;
  /** Minutes. */
  readonly duration: number;
  /** Percent, if the module is scored. */
  readonly passingScore?: number;
  readonly sections: readonly (readonly [heading: string, text: string])[];
}

/** Returns a module whose content is a printed PDF. */
export const pdf = (
  reference: string,
  title: string,
  category: string,
  duration: number,
  description: string,
  sections: DemoModule['sections'],
): DemoModule => ({ reference, title, category, duration, description, sections, contentType: 'pdf' });
