import { Checkbox } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { extensionOf } from '#shared/domain/modules/file-name.ts';

/** The author's explicit confirmation that course packages are only downloaded (VIEW-07); shown if the files include a ZIP. */
export function PackageChoice({
  files,
  checked,
  onChange,
  disabled = false,
}: {
  readonly files: readonly File[];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const { t } = useLingui();
  if (!files.some(({ name }) => extensionOf(name) === 'zip')) return null;
  return (
    <Checkbox
      label={t`Keep course packages as downloads only`}
      description={t`SCORM, cmi5 and AICC packages cannot be played here yet. They are refused unless you select this.`}
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

/** Returns the field of an upload with this confirmation. */
export const packageField = (asDownload: boolean): { readonly packages?: 'download' } =>
  asDownload ? { packages: 'download' } : {};
