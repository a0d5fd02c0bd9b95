import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';

/** The display of a document: its original pages, or their text reflowed (VIEW-02). */
export type ReadingMode = 'page' | 'text';

/** The reading mode for documents on this device; it is remembered. */
export function useReadingMode(): readonly [ReadingMode, (mode: ReadingMode) => void] {
  const [mode, setMode] = useLocalStorage<ReadingMode>({
    key: 'traintrail-reading-mode',
    defaultValue: 'page',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => (text === 'text' ? 'text' : 'page'),
  });
  return [mode, setMode];
}

/** Switches between the pages and their text (VIEW-02). */
export function ModeSwitch({
  mode,
  onMode,
}: {
  readonly mode: ReadingMode;
  readonly onMode: (mode: ReadingMode) => void;
}) {
  const { t } = useLingui();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t`Reading mode`}
      value={mode}
      onChange={(value) => onMode(value === 'text' ? 'text' : 'page')}
      data={[
        { value: 'page', label: <Trans>Page</Trans> },
        { value: 'text', label: <Trans>Text</Trans> },
      ]}
    />
  );
}
