import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ModuleContentType } from '#shared/domain/modules/content-types.ts';
import classes from '#app/features/assignments/Assignments.module.css';

const labels: Readonly<Record<ModuleContentType, MessageDescriptor>> = {
  video: msg`Video`,
  pdf: msg`PDF`,
  'self-learning': msg`Self-learning`,
  'instructor-led': msg`Instructor-led`,
  'virtual-classroom': msg`Virtual classroom`,
  quiz: msg`Quiz`,
  presentation: msg`Presentation`,
  webinar: msg`Webinar`,
  'hands-on': msg`Hands-on`,
  'e-learning': msg`E-learning`,
  text: msg`Text`,
};

/** The name of a content type in the person's language (SPEC §3); an unknown one is shown unchanged. */
export function ContentTypeName({ contentType }: { readonly contentType: string }) {
  const { i18n } = useLingui();
  const label = Object.entries(labels).find(([type]) => type === contentType)?.[1];
  return <>{label ? i18n._(label) : contentType}</>;
}

/** Reference, content type and minutes of a module in one quiet line (SPEC §2.17 'Header'). */
export function ModuleFacts({
  module,
}: {
  readonly module: {
    readonly reference: string | null;
    readonly contentType: string;
    readonly duration: number;
  };
}) {
  return (
    <span className={classes.facts}>
      {module.reference && <span>{module.reference}</span>}
      <span>
        <ContentTypeName contentType={module.contentType} />
      </span>
      {module.duration > 0 && (
        <span className="tt-figures">
          <Plural value={module.duration} one="# minute" other="# minutes" />
        </span>
      )}
    </span>
  );
}
