import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconUserMinus, IconUserStar } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { matrixOverviewContract, peopleGroups } from '#shared/contract/matrix-overview.ts';
import { pageFor } from '#app/lib/client.ts';
import { RemoveMemberDialog } from '#app/screens/training-matrix/changes/RemoveDialogs.tsx';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import { nameOf, type MatrixView, type PatchView } from '#app/screens/training-matrix/matrices.ts';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';

type Row = ResponseOf<typeof matrixOverviewContract.people>[number];

/**
 * Lists the people behind the figures of one matrix or of all (SPEC §2.8, MTX-06): assigned people, members by name, and people
 * whose required modules are not assigned yet. Memberships can be ended here, after the dialog has shown the effect.
 */
export function PeopleDialog({
  view,
  matrixName,
  patch,
  onClose,
}: {
  readonly view: MatrixView;
  /** The name of the matrix of these people, if its card is on the page. */
  readonly matrixName: string | undefined;
  readonly patch: PatchView;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const [leaving, setLeaving] = useState<Row | null>(null);
  const group = peopleGroups.find((name) => name === view.group) ?? 'assigned';
  const list = useList({
    filters: {},
    ask: () => ({
      group,
      ...(/^[1-9]\d{0,8}$/.test(view.matrix) ? { matrixId: view.matrix } : {}),
      ...searchOf(q),
    }),
    local: true,
    limit: 20,
    page: (query) => ({ ...pageFor(matrixOverviewContract.people, { query }), refetchOnMount: 'always' }),
  });
  const ofOne = view.matrix !== '';
  const name = ofOne ? (matrixName ?? list.query.data?.rows[0]?.matrixName) : undefined;
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={name ? t`People of ${name}` : t`Assigned Templates`}
        size="lg"
        closeOnEscape={leaving === null}
      >
        <Stack gap="sm">
          <SegmentedControl
            fullWidth
            size="xs"
            value={group}
            onChange={(value) => {
              list.clear();
              patch({ group: value });
            }}
            data={[
              { value: 'assigned', label: t`Assigned` },
              { value: 'members', label: t`Members by name` },
              { value: 'waiting', label: t`Not assigned yet` },
            ]}
            aria-label={t`Which people`}
          />
          <TextInput
            label={t`Search`}
            placeholder={t`Name, email or matrix`}
            leftSection={<IconSearch size={16} aria-hidden />}
            type="search"
            maxLength={200}
            value={text}
            onChange={({ currentTarget }) => {
              list.clear();
              setText(currentTarget.value);
            }}
          />
          <Load query={list.query} skeleton={<LineSkeletons label={t`Loading users...`} />}>
            {({ rows }) => (
              <>
                {rows.length === 0 ? (
                  <Text size="sm" c="dimmed" role="status">
                    <Trans>No one here.</Trans>
                  </Text>
                ) : (
                  <ul className={classes.rows}>
                    {rows.map((row) => (
                      <PersonLine
                        key={`${row.id} ${String(row.matrixId)}`}
                        row={row}
                        ofOne={ofOne}
                        onLeave={() => setLeaving(row)}
                      />
                    ))}
                  </ul>
                )}
                <ListFoot list={list.table} stays />
              </>
            )}
          </Load>
        </Stack>
      </Modal>
      {leaving && (
        <RemoveMemberDialog
          matrixId={leaving.matrixId}
          matrixName={leaving.matrixName}
          userId={leaving.id}
          name={nameOf(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function PersonLine({
  row,
  ofOne,
  onLeave,
}: {
  readonly row: Row;
  readonly ofOne: boolean;
  readonly onLeave: () => void;
}) {
  const { t } = useLingui();
  const name = nameOf(row);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <TextLink to="/employee/$userId" params={{ userId: row.id }} size="sm" fw={550}>
          {name}
        </TextLink>
        <Text size="xs" c="dimmed">
          {[
            row.jobTitle?.trim() || t`No role`,
            ...(ofOne ? [] : [[row.matrixName, row.organizationName].filter(Boolean).join(', ')]),
          ].join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          <Plural value={row.open} one="# open" other="# open" />
          {' · '}
          <Plural value={row.completed} one="# completed" other="# completed" />
          {row.expired > 0 && (
            <>
              {' · '}
              <Plural value={row.expired} one="# expired" other="# expired" />
            </>
          )}
          {!row.isMatched && !row.isMember && (
            <>
              {' · '}
              <Trans>no longer in the matrix</Trans>
            </>
          )}
        </Text>
      </div>
      {row.isMember && (
        <div className={classes.rowActions}>
          <ToneBadge tone="blue" icon={IconUserStar} size="sm">
            <Trans>Member by name</Trans>
          </ToneBadge>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconUserMinus size={15} aria-hidden />}
            aria-label={t`End Membership: ${name}, ${row.matrixName}`}
            onClick={onLeave}
          >
            <Trans>End Membership</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}
