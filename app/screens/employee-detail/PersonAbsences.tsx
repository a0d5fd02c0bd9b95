import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCalendarPause, IconCalendarPlus } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { absencesContract } from '#shared/contract/absences.ts';
import { AbsenceDialog } from '#app/features/absences/AbsenceDialog.tsx';
import {
  absenceKindLabels,
  absenceStateLooks,
  type Absence,
  type PersonAbsences as Answer,
} from '#app/features/absences/absence-texts.ts';
import { EndAbsenceDialog, VoidAbsenceDialog } from '#app/features/absences/EndAbsenceDialogs.tsx';
import { queryFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Act =
  { readonly kind: 'record' } | { readonly kind: 'change' | 'end' | 'void'; readonly absence: Absence };

/** The absences of a person with the due dates that they change, and the actions on them (USR-10). */
export function PersonAbsences({ userId }: { readonly userId: string }) {
  const { t } = useLingui();
  const [act, setAct] = useState<Act | null>(null);
  const absences = useQuery(queryFor(absencesContract.list, { params: { userId } }));
  const close = () => setAct(null);
  const canRecord = absences.data?.canRecord === true;
  // A person who was never away does not have this part, except for people who may record absences.
  if (absences.data && !canRecord && absences.data.absences.length === 0) return null;
  return (
    <Section
      title={<Trans>Absences</Trans>}
      hint={<Trans>Trainings due during an absence become due some days after the return.</Trans>}
      actions={
        canRecord && (
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={() => setAct({ kind: 'record' })}
          >
            <Trans>Record absence</Trans>
          </Button>
        )
      }
    >
      <Paper withBorder p="md">
        <Load query={absences} skeleton={<LineSkeletons label={t`Loading the absences...`} count={2} />}>
          {(answer) => <List answer={answer} onAct={setAct} />}
        </Load>
      </Paper>
      {act?.kind === 'record' && <AbsenceDialog userId={userId} absence={null} onClose={close} />}
      {act?.kind === 'change' && <AbsenceDialog userId={userId} absence={act.absence} onClose={close} />}
      {act?.kind === 'end' && <EndAbsenceDialog absence={act.absence} onClose={close} />}
      {act?.kind === 'void' && <VoidAbsenceDialog absence={act.absence} onClose={close} />}
    </Section>
  );
}

function List({ answer, onAct }: { readonly answer: Answer; readonly onAct: (act: Act) => void }) {
  const { absences, paused, isAway, awayUntil, canRecord } = answer;
  if (absences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>No absence is recorded.</Trans>
      </Text>
    );
  return (
    <Stack gap="md">
      {(isAway || paused.length > 0) && (
        <Alert color="violet" variant="light" icon={<IconCalendarPause size={18} aria-hidden />}>
          {isAway && (
            <Text size="sm">
              {awayUntil === null ? (
                <Trans>Away. The return is not known yet.</Trans>
              ) : (
                <Trans>
                  Away until <CalendarDate value={awayUntil} />
                </Trans>
              )}
            </Text>
          )}
          {paused.length > 0 && (
            <Text size="sm">
              <Plural
                value={paused.length}
                one="The due date of # training moves because of absences."
                other="The due dates of # trainings move because of absences."
              />
            </Text>
          )}
        </Alert>
      )}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {absences.map((absence) => (
          <OneAbsence key={absence.id} absence={absence} canRecord={canRecord} onAct={onAct} />
        ))}
      </Stack>
    </Stack>
  );
}

function OneAbsence({
  absence,
  canRecord,
  onAct,
}: {
  readonly absence: Absence;
  readonly canRecord: boolean;
  readonly onAct: (act: Act) => void;
}) {
  const { t, i18n } = useLingui();
  const { firstDay, lastDay, state, kind, note, returnDays, recordedAt, recordedByName } = absence;
  const [label, tone, icon] = absenceStateLooks[state];
  const counts = canRecord && state !== 'voided';
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
          <Group gap="sm">
            <Text size="sm" fw={600} td={state === 'voided' ? 'line-through' : undefined}>
              <CalendarDate value={firstDay} />
              {lastDay === null ? (
                <>
                  {' – '}
                  <Trans>return not known</Trans>
                </>
              ) : (
                lastDay !== firstDay && (
                  <>
                    {' – '}
                    <CalendarDate value={lastDay} />
                  </>
                )
              )}
            </Text>
            <ToneBadge tone={tone} icon={icon} size="sm">
              {i18n._(label)}
            </ToneBadge>
          </Group>
          {kind !== null && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {i18n._(absenceKindLabels[kind])}
              {note !== null && <> · {note}</>}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            <Plural
              value={returnDays}
              _0="Due on the day of the return"
              one="Due # day after the return"
              other="Due # days after the return"
            />
            {' · '}
            <Moment value={recordedAt} show="dateTime" />
            {recordedByName !== null && <> · {recordedByName}</>}
          </Text>
        </div>
        {counts && (
          <Group gap="xs" role="group" aria-label={t`Actions`}>
            {state !== 'over' && (
              <Button size="compact-sm" variant="default" onClick={() => onAct({ kind: 'end', absence })}>
                <Trans>Record return</Trans>
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => onAct({ kind: 'change', absence })}>
              <Trans>Change</Trans>
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              color="red"
              onClick={() => onAct({ kind: 'void', absence })}
            >
              <Trans context="absence">Void</Trans>
            </Button>
          </Group>
        )}
      </Group>
    </li>
  );
}
