import { Paper, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fileTypeName } from '#shared/domain/modules/shown-type.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import { useFormat } from '#app/lib/format.ts';
import type { ContentPart } from '#app/screens/training-module/content-parts.ts';
import type { ViewedModule } from '#app/screens/training-module/use-viewing.ts';
import classes from '#app/screens/training-module/Viewer.module.css';
import { Moment } from '#app/ui/Moment.tsx';

/** The panel 'Document Information' (SPEC §2.17, VIEW-01): the facts of the part that is being read. */
export function DocumentPanel({
  part,
  module,
}: {
  /** Questions are not a document. */
  readonly part: Exclude<ContentPart, { kind: 'quiz' }>;
  readonly module: ViewedModule;
}) {
  const { i18n } = useLingui();
  const { bytes, number } = useFormat();
  const rows = (): readonly (readonly [ReactNode, ReactNode] | null)[] => {
    if (part.kind === 'text') {
      const words = [...new Intl.Segmenter(i18n.locale, { granularity: 'word' }).segment(part.text)];
      const count = words.filter(({ isWordLike }) => isWordLike).length;
      return [
        [<Trans key="w">Words</Trans>, number(count)],
        module.contentHash === null
          ? null
          : [<Trans key="h">Checksum</Trans>, <Hash key="v" value={module.contentHash} />],
      ];
    }
    if (part.kind === 'link') return [[<Trans key="a">Address</Trans>, part.url]];
    const { file } = part;
    return [
      [<Trans key="n">File name</Trans>, file.originalName],
      [<Trans key="t">File type</Trans>, fileTypeName(file.contentType)],
      [<Trans key="s">Size</Trans>, bytes(file.size)],
      file.pages === null ? null : [<Trans key="p">Pages</Trans>, number(file.pages)],
      file.durationSeconds === null ? null : [<Trans key="d">Length</Trans>, clock(file.durationSeconds)],
      [<Trans key="u">Uploaded</Trans>, <Moment key="v" value={file.uploadedAt} />],
      file.uploadedBy === null ? null : [<Trans key="b">Uploaded by</Trans>, file.uploadedBy],
      [<Trans key="h">Checksum</Trans>, <Hash key="v" value={file.sha256} />],
    ];
  };
  return (
    <Paper withBorder component="section" className={classes.panel} aria-labelledby="document-information">
      <Title order={2} id="document-information" className={classes.panelTitle}>
        <Trans>Document Information</Trans>
      </Title>
      <Facts rows={rows()} />
    </Paper>
  );
}

/** Start and end of a SHA-256, all of it on hover. */
function Hash({ value }: { readonly value: string }) {
  return (
    <code className={classes.hash} title={`SHA-256 ${value}`} translate="no">
      {value.slice(0, 8)}…{value.slice(-8)}
    </code>
  );
}

/** Seconds as '3:07'. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
