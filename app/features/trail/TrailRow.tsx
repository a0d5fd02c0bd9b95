import { Button, Paper, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import { originText, recordKind, sentenceOf } from '#shared/domain/audit/trail-sentence.ts';
import { trailWords } from '#shared/trail/words.ts';
import { Changes } from '#app/features/trail/Changes.tsx';
import classes from '#app/features/trail/Trail.module.css';
import { useVoice, type Entry, type Part } from '#app/features/trail/trail-words.ts';
import { call, keyOf } from '#app/lib/client.ts';
import { Load, partOf } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** One command in one sentence, with the changes, the reason and the origin; it expands to all its events (AUD-03). */
export function TrailRow({ entry }: { readonly entry: Entry }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const voice = useVoice();
  const sentence = sentenceOf(voice, entry);
  const origin = originText(voice, entry);
  return (
    <Paper component="li" withBorder className={classes.row}>
      <Text size="sm" c="dimmed" component="div">
        <Moment value={entry.at} show="dateTime" />
        <EventNumber id={entry.id} />
      </Text>
      <div className={classes.sentence}>
        <Text fw={550}>{sentence}</Text>
        {entry.outcome !== 'ok' && (
          <ToneBadge tone="amber" icon={IconBan} size="sm">
            {voice.say(trailWords.refused)}
          </ToneBadge>
        )}
        {!open && <Changes changes={entry.changes} />}
      </div>
      <div className={classes.side}>
        {entry.reason !== null && (
          <p className={classes.reason}>
            <Trans>Reason: {entry.reason}</Trans>
          </p>
        )}
        {origin !== null && (
          <Text size="xs" c="dimmed" className={classes.value}>
            {origin}
          </Text>
        )}
        {entry.kind === 'command' && entry.recordCount > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            ml={-8}
            aria-expanded={open}
            aria-label={open ? t`Hide details: ${sentence}` : t`Show everything: ${sentence}`}
            onClick={() => setOpen(!open)}
          >
            {open ? <Trans>Hide details</Trans> : <Trans>Show everything</Trans>}
          </Button>
        )}
      </div>
      {open && <Whole id={entry.id} />}
    </Paper>
  );
}

/** The number of an event, by which the verifier names it. */
function EventNumber({ id }: { readonly id: number }) {
  // Without separators: a reader searches for it.
  const number = String(id);
  return (
    <Text size="xs" c="dimmed" className="tt-figures">
      <Trans>Event {number}</Trans>
    </Text>
  );
}

/** All events of a command, record by record. */
function Whole({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const target = { params: { id: String(id) } };
  const whole = useInfiniteQuery({
    queryKey: [...keyOf(contract.get, target), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.get, {
        ...target,
        query: pageParam === null ? {} : { after: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <div className={classes.whole}>
      <Load
        query={partOf(whole, ({ pages }) => pages.flatMap(({ parts }) => parts))}
        skeleton={<LineSkeletons label={t`Loading everything that happened...`} count={2} />}
      >
        {(parts) => (
          <ul className={classes.parts} aria-label={t`Everything that happened together`}>
            {parts.map((part) => (
              <PartLine key={part.id} part={part} />
            ))}
          </ul>
        )}
      </Load>
      {whole.hasNextPage && (
        <Button
          variant="default"
          mt="sm"
          loading={whole.isFetchingNextPage}
          onClick={() => void whole.fetchNextPage()}
        >
          <Trans>Show more records</Trans>
        </Button>
      )}
    </div>
  );
}

function PartLine({ part }: { readonly part: Part }) {
  const { t } = useLingui();
  const voice = useVoice();
  const { record, person, kind, changes } = part;
  const what = record ? recordKind(voice, record.type) : '';
  const names = [person?.name, record?.name].filter(
    (name, index, all) => name !== undefined && name !== null && all.indexOf(name) === index,
  );
  const title = [what, ...names].filter(Boolean).join(' · ');
  const done = {
    insert: t`${title}: created`,
    update: t`${title}: changed`,
    delete: t`${title}: deleted`,
    access: t`${title}: opened or used`,
    redaction: t`${title}: personal data removed`,
  };
  return (
    <li>
      <Text size="sm" fw={550} className={classes.value}>
        {done[kind]}
      </Text>
      <EventNumber id={part.id} />
      <Changes changes={changes} />
    </li>
  );
}
