import { Pill, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { MAX_IN_BINDER } from '#shared/domain/reports/data-sets.ts';
import { BinderButton } from '#app/features/binder/use-binder.tsx';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';

/** The training files of chosen people as one binder (INS-01, INS-04): the names are typed one after another. */
export function RoomBinder() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [round, setRound] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (round > 0) field.current?.querySelector('input')?.focus();
  }, [round]);
  const isFull = chosen.size >= MAX_IN_BINDER;
  return (
    <Stack gap="md" align="flex-start" ref={field}>
      <PersonSelect
        // Empty again after each choice, and ready for the next name.
        key={round}
        among="everyone"
        // The list would cover the chosen people; it opens with the first letter.
        openOnFocus={false}
        label={t`People of the binder`}
        description={t`Type a name, choose it, then type the next name.`}
        placeholder={t`Add a person`}
        value={null}
        disabled={isFull}
        w="100%"
        maw={420}
        onChange={(id, option) => {
          if (id === null) return;
          setChosen((all) => new Map(all).set(id, option?.label ?? id));
          setRound((count) => count + 1);
        }}
      />
      {chosen.size > 0 && (
        <>
          <Pill.Group role="group" aria-label={t`Chosen people`}>
            {[...chosen].map(([id, name]) => (
              <Pill
                key={id}
                withRemoveButton
                removeButtonProps={{ 'aria-label': t`Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => setChosen(new Map([...chosen].filter(([one]) => one !== id)))}
              >
                {name}
              </Pill>
            ))}
          </Pill.Group>
          <Text size="sm" c="dimmed" role="status">
            <Plural value={chosen.size} one="# person selected" other="# people selected" />
          </Text>
          <BinderButton of={{ userIds: [...chosen.keys()] }} />
        </>
      )}
      {chosen.size === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>
            One ZIP with a folder per person: training file, signature sheet, certificates, and CV where the
            inspection includes CVs.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}
