import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import classes from '#app/features/pdf/Pdf.module.css';
import { Tool } from '#app/features/pdf/Tool.tsx';
import type { Search } from '#app/features/pdf/use-search.ts';
import { useFormat } from '#app/lib/format.ts';

/** Search in the document (VIEW-02): Enter goes to the next match, Shift and Enter to the previous one, Escape closes. */
export function PdfSearch({
  words,
  onWords,
  search,
  onClose,
}: {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly search: Search;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { matches, current, searching, step } = search;
  const none = matches.length === 0;
  const [at, all] = [number(current + 1), number(matches.length)];
  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        size="xs"
        className={classes.searchInput}
        aria-label={t`Search in the document`}
        placeholder={t`Search in the document`}
        // The person has just opened the search.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !none) step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') onClose();
        }}
      />
      <output className={classes.found} aria-live="polite">
        {words.trim() === '' ? null : searching ? (
          <Trans>Searching...</Trans>
        ) : none ? (
          <Trans>Not found</Trans>
        ) : (
          <Trans>
            {at} of {all}
          </Trans>
        )}
      </output>
      <Tool label={t`Previous match`} disabled={none} onClick={() => step(-1)}>
        <IconChevronUp size={18} aria-hidden />
      </Tool>
      <Tool label={t`Next match`} disabled={none} onClick={() => step(1)}>
        <IconChevronDown size={18} aria-hidden />
      </Tool>
      <Tool label={t`Close the search`} onClick={onClose}>
        <IconX size={18} aria-hidden />
      </Tool>
    </search>
  );
}
