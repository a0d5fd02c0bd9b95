import { UnstyledButton } from '@mantine/core';
import {
  IconCheck,
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconLink,
  IconListCheck,
  IconPhoto,
  IconTextCaption,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import type { ContentPart } from '#app/screens/training-module/content-parts.ts';
import { usePartName } from '#app/screens/training-module/use-part-name.ts';
import classes from '#app/screens/training-module/Viewer.module.css';

const icons: Readonly<Record<ContentPart['kind'], Icon>> = {
  text: IconTextCaption,
  link: IconLink,
  quiz: IconListCheck,
  pdf: IconFileTypePdf,
  video: IconVideo,
  image: IconPhoto,
  textFile: IconFileText,
  download: IconDownload,
};

/** Chooses among the parts of a module that has several (MOD-06), and shows which were seen. */
export function PartChooser({
  parts,
  chosen,
  isSeen,
  onChoose,
}: {
  readonly parts: readonly ContentPart[];
  readonly chosen: ContentPart;
  readonly isSeen: (part: ContentPart) => boolean;
  readonly onChoose: (part: ContentPart) => void;
}) {
  const { t } = useLingui();
  const nameOf = usePartName();
  return (
    <nav className={classes.chooser} aria-label={t`Parts of this module`} data-scrolls>
      {parts.map((part) => {
        const TheIcon = icons[part.kind];
        return (
          <UnstyledButton
            key={part.key}
            className={classes.choice}
            aria-current={part.key === chosen.key ? 'true' : undefined}
            onClick={() => onChoose(part)}
          >
            <TheIcon size={16} aria-hidden />
            <span className="tt-truncate">{nameOf(part)}</span>
            {isSeen(part) && (
              <IconCheck
                size={15}
                className={classes.choiceSeen}
                aria-label={part.kind === 'quiz' ? t`passed` : t`read`}
              />
            )}
          </UnstyledButton>
        );
      })}
    </nav>
  );
}
