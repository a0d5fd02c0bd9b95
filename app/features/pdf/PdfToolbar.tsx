import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconMinus, IconPlus, IconSearch } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { percentOf, zoomSteps, type Zoom } from '#app/features/pdf/layout.ts';
import classes from '#app/features/pdf/Pdf.module.css';
import { ViewerLinks } from '#app/features/pdf/ViewerLinks.tsx';
import { PageChooser } from '#app/features/pdf/PageChooser.tsx';
import { Tool } from '#app/features/pdf/Tool.tsx';
import { useFormat } from '#app/lib/format.ts';

/** Tools of the document: page, zoom, search, and the ways out of the viewer (VIEW-02). */
export function PdfToolbar({
  page,
  pages,
  onPage,
  zoom,
  scale,
  onZoom,
  onStep,
  searching,
  onSearch,
  url,
  downloadUrl,
  compact,
  modes,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly zoom: Zoom;
  /** Pixels per point of the page in view. */
  readonly scale: number;
  readonly onZoom: (zoom: Zoom) => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly searching: boolean;
  readonly onSearch: () => void;
  readonly url: string;
  readonly downloadUrl: string;
  /** Without the pages: on a phone they are in the bar below. */
  readonly compact: boolean;
  /** The switch between page and text. */
  readonly modes: ReactNode;
}) {
  const { t } = useLingui();
  const { percent } = useFormat();
  const choices: readonly (readonly [Zoom, ReactNode])[] = [
    ['auto', <Trans key="a">Automatic</Trans>],
    ['width', <Trans key="w">Fit width</Trans>],
    ['text', <Trans key="t">Fit text</Trans>],
    ['page', <Trans key="p">Fit page</Trans>],
    ...zoomSteps.map((step) => [step, percent(step * 100)] as const),
  ];
  return (
    <div className={classes.toolbar} role="group" aria-label={t`Document tools`}>
      {!compact && <PageChooser page={page} pages={pages} onPage={onPage} />}
      <div className={classes.tools}>
        <Tool label={t`Zoom out`} onClick={() => onStep(-1)}>
          <IconMinus size={18} aria-hidden />
        </Tool>
        <Menu position="bottom">
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes.zoom}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {percent(percentOf(scale))}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {choices.map(([choice, label]) => (
              <Menu.Item
                key={choice}
                onClick={() => onZoom(choice)}
                leftSection={<IconCheck size={14} aria-hidden style={{ opacity: choice === zoom ? 1 : 0 }} />}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Tool label={t`Zoom in`} onClick={() => onStep(1)}>
          <IconPlus size={18} aria-hidden />
        </Tool>
      </div>
      <div className={classes.tools}>
        {modes}
        <Tool label={t`Search in the document`} pressed={searching} onClick={onSearch}>
          <IconSearch size={18} aria-hidden />
        </Tool>
        <ViewerLinks url={url} downloadUrl={downloadUrl} />
      </div>
    </div>
  );
}
