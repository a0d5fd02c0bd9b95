/** The ten content types of the full create and edit form (SPEC §3, MOD-03), in its order. */
export const fullFormContentTypes = [
  'video',
  'pdf',
  'self-learning',
  'instructor-led',
  'virtual-classroom',
  'quiz',
  'presentation',
  'webinar',
  'hands-on',
  'e-learning',
] as const;

/** The five content types of the second add-module dialog (SPEC §3), in its order. */
export const secondDialogContentTypes = ['pdf', 'video', 'presentation', 'quiz', 'text'] as const;

/** Every content type that a module can be given: the ten of the full form and 'text' (MOD-03). */
export const moduleContentTypes = [...fullFormContentTypes, 'text'] as const;

/** A content type that a module can be given (MOD-03). */
export type ModuleContentType = (typeof moduleContentTypes)[number];

/** The type of imported placeholders for categories; modules of it are hidden and cannot be created (SPEC §3, MOD-02). */
export const PLACEHOLDER_CONTENT_TYPE = 'placeholder';
