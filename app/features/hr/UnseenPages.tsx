import { Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { unseenRanges } from '#shared/domain/viewing/pages.ts';
import type { DocumentSight } from '#app/features/hr/use-page-reports.ts';
import { useFormat } from '#app/lib/format.ts';

/** If there are more sections than this, they are not listed one by one. */
const mostStretches = 6;

/** The pages of a document that must still be seen before it can be signed (HR-03, HR-04), by number. */
export function UnseenPages({ sight }: { readonly sight: DocumentSight }) {
  const { t } = useLingui();
  const { number, list } = useFormat();
  const { pages, seenPages, preparing, contentSeen } = sight;
  if (contentSeen) {
    return (
      <Text size="sm">
        <Trans>You have read all of it.</Trans>
      </Text>
    );
  }
  if (preparing) {
    return (
      <Text size="sm">
        <Trans>You can sign it once it is ready to read here.</Trans>
      </Text>
    );
  }
  if (pages === null) {
    return (
      <Text size="sm">
        <Trans>Not downloaded yet.</Trans>
      </Text>
    );
  }
  const stretches = unseenRanges(pages, seenPages);
  const named = stretches
    .slice(0, mostStretches)
    .map(([from, to]) => (from === to ? number(from) : `${number(from)}–${number(to)}`));
  const told = list(stretches.length > mostStretches ? [...named, t`more`] : named);
  const count = stretches.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return (
    <Text size="sm" className="tt-figures">
      <Plural value={count} one={`Page ${told} not read yet.`} other={`Pages ${told} not read yet.`} />
    </Text>
  );
}
