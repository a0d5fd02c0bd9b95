import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Tool } from '#app/features/pdf/Tool.tsx';
import classes from '#app/features/pdf/PageChooser.module.css';

/** Back, forward, and the number of the page to go to. */
export function PageChooser({
  page,
  pages,
  onPage,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const go = (): void => {
    const wanted = Number.parseInt(typed ?? '', 10);
    setTyped(null);
    if (wanted >= 1) onPage(Math.min(pages, wanted));
  };
  return (
    <div className={classes.tools}>
      <Tool label={t`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronUp size={18} aria-hidden />
      </Tool>
      <form
        className={classes.pages}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextInput
          size="xs"
          inputMode="numeric"
          aria-label={t`Page`}
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={go}
          className={classes.pageInput}
        />
        <span className="tt-figures">
          <Trans>of {pages}</Trans>
        </span>
      </form>
      <Tool label={t`Next page`} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronDown size={18} aria-hidden />
      </Tool>
    </div>
  );
}
