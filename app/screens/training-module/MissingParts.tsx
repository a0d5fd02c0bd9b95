import { Anchor, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import type { ContentPart, MissingPart } from '#app/screens/training-module/content-parts.ts';
import { usePartName } from '#app/screens/training-module/use-part-name.ts';

/** If there are more sections than this, they are not listed one by one. */
const mostStretches = 6;
/** More parts than this are only counted. */
const mostParts = 3;

/** The parts still to be seen before a module can be completed (VIEW-04): pages by number, and the way to each. */
export function MissingParts({
  missing,
  chosen,
  alone,
  onGo,
}: {
  readonly missing: readonly MissingPart[];
  /** The part that is shown. */
  readonly chosen: ContentPart | undefined;
  /** The module has only one part: its name is left out. */
  readonly alone: boolean;
  readonly onGo: (missing: MissingPart) => void;
}) {
  const nameOf = usePartName();
  const more = missing.length - mostParts;
  return (
    <>
      {missing.slice(0, mostParts).map((one) => (
        <Text
          key={one.part.key}
          size="sm"
          c="dimmed"
          className="tt-figures"
          style={{ overflowWrap: 'anywhere' }}
        >
          {!alone && (
            <>
              <Text span inherit fw={600}>
                {nameOf(one.part)}
              </Text>
              {': '}
            </>
          )}
          <WhatIsMissing missing={one} />{' '}
          <WayThere
            missing={one}
            name={nameOf(one.part)}
            here={one.part.key === chosen?.key}
            onGo={() => onGo(one)}
          />
        </Text>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          <Plural value={more} one="and # more part" other="and # more parts" />
        </Text>
      )}
    </>
  );
}

function WhatIsMissing({ missing: { part, stretches } }: { readonly missing: MissingPart }): ReactNode {
  const { t } = useLingui();
  const { number, list } = useFormat();
  switch (part.kind) {
    case 'pdf': {
      const told = stretches
        .slice(0, mostStretches)
        .map(([from, to]) => (from === to ? number(from) : `${number(from)}–${number(to)}`));
      const pages = list(stretches.length > mostStretches ? [...told, t`more`] : told);
      const count = stretches.reduce((sum, [from, to]) => sum + to - from + 1, 0);
      return (
        <Plural value={count} one={`Page ${pages} not read yet.`} other={`Pages ${pages} not read yet.`} />
      );
    }
    case 'video':
      return <Trans>Not watched to the end yet.</Trans>;
    case 'text':
    case 'textFile':
      return <Trans>Not read to the end yet.</Trans>;
    case 'download':
      return <Trans>Not downloaded yet.</Trans>;
    case 'image':
    case 'link':
    case 'quiz':
      return <Trans>Not opened yet.</Trans>;
  }
}

/** The way to a missing part: a page has a number to go to, and another part is opened; the part being shown needs no link. */
function WayThere({
  missing,
  name,
  here,
  onGo,
}: {
  readonly missing: MissingPart;
  readonly name: string;
  readonly here: boolean;
  readonly onGo: () => void;
}) {
  const { t } = useLingui();
  const next = missing.stretches[0]?.[0];
  if (here && next === undefined) return null;
  const label = here ? undefined : next === undefined ? t`Go there: ${name}` : t`Go to page ${next}: ${name}`;
  return (
    <Anchor component="button" type="button" size="sm" aria-label={label} onClick={onGo}>
      {next === undefined ? <Trans>Go there</Trans> : <Trans>Go to page {next}</Trans>}
    </Anchor>
  );
}
