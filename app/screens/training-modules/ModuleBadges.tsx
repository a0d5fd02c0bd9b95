import { Trans, useLingui } from '@lingui/react/macro';
import { IconArchive, IconCircleCheck, IconCircleDashed, IconPencil } from '@tabler/icons-react';
import { shownContentType } from '#shared/domain/modules/shown-type.ts';
import { contentTypeLabels } from '#app/screens/training-modules/labels.ts';
import classes from '#app/screens/training-modules/Modules.module.css';
import type { ModuleRow } from '#app/screens/training-modules/modules.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The main facts of a module at a glance: its content, type, versions, and whether it is in use. */
export function ModuleBadges({
  module,
  versions = true,
}: {
  readonly module: ModuleRow;
  /** False if columns show version and draft. */
  readonly versions?: boolean;
}) {
  const { i18n } = useLingui();
  const shown = shownContentType(module.contentType, module.files);
  const type = contentTypeLabels[shown];
  const { versionNumber = null, draftNumber = null } = module;
  return (
    <div className={classes.badges}>
      {module.hasContent ? (
        <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
          <Trans>Content Available</Trans>
        </ToneBadge>
      ) : (
        <ToneBadge tone="amber" icon={IconCircleDashed} size="sm">
          <Trans>Content Needed</Trans>
        </ToneBadge>
      )}
      <ToneBadge tone="gray" size="sm">
        {type ? i18n._(type) : shown}
      </ToneBadge>
      {versions && versionNumber !== null && (
        <ToneBadge tone="gray" size="sm">
          <Trans>Version {versionNumber}</Trans>
        </ToneBadge>
      )}
      {versions && draftNumber !== null && (
        <ToneBadge tone="blue" icon={IconPencil} size="sm">
          <Trans>Draft v{draftNumber}</Trans>
        </ToneBadge>
      )}
      {module.retiredAt ? (
        <ToneBadge tone="crimson" icon={IconArchive} size="sm">
          <Trans>Retired</Trans>
        </ToneBadge>
      ) : (
        !module.isActive && (
          <ToneBadge tone="gray" icon={IconArchive} size="sm">
            <Trans>Inactive</Trans>
          </ToneBadge>
        )
      )}
    </div>
  );
}
