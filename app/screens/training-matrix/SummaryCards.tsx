import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuilding, IconPencil, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useFormat } from '#app/lib/format.ts';
import type { Opened } from '#app/screens/training-matrix/dialogs.ts';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import { nameOf } from '#app/screens/training-matrix/matrices.ts';
import type { Matrices } from '#app/screens/training-matrix/use-matrices.ts';
import { HoverList } from '#app/ui/HoverList.tsx';
import { Load } from '#app/ui/Load.tsx';
import { Loading } from '#app/ui/Loading.tsx';
import { StatCard } from '#app/ui/StatCard.tsx';

/** The four cards of SPEC §2.8, each a link to its list; the department of the last one can be chosen. */
export function SummaryCards({
  matrices,
  onOpen,
}: {
  readonly matrices: Matrices;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  // On a phone the text needs the space.
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const here = '/training-matrix';
  return (
    <Load query={matrices.summary} skeleton={<SummarySkeleton />}>
      {(summary) => (
        <div className={classes.summary}>
          <StatCard
            label={<Trans>Active Departments</Trans>}
            value={number(summary.activeDepartments)}
            to={here}
            search={{ dialog: 'assign-templates' }}
            icon={phone ? undefined : IconBuilding}
            around={(link) => (
              <HoverList
                total={summary.activeDepartments}
                rows={summary.departments.map(({ id, name, organizationName }) => ({
                  key: String(id),
                  name,
                  detail: organizationName,
                }))}
              >
                {link}
              </HoverList>
            )}
          />
          <StatCard
            label={<Trans>Assigned Templates</Trans>}
            value={number(summary.assignedTemplates)}
            to={here}
            search={{ dialog: 'people' }}
            tone="green"
            icon={phone ? undefined : IconUserCheck}
            around={(link) => (
              <HoverList
                total={summary.assignedTemplates}
                rows={summary.templates.map((row) => ({
                  key: `${row.id} ${String(row.matrixId)}`,
                  name: nameOf(row),
                  detail: row.matrixName,
                }))}
              >
                {link}
              </HoverList>
            )}
          />
          <StatCard
            label={<Trans>Total Users</Trans>}
            value={number(summary.totalUsers)}
            to="/users"
            tone="blue"
            icon={phone ? undefined : IconUsers}
            around={(link) => (
              <HoverList
                total={summary.totalUsers}
                rows={summary.users.map((person) => ({
                  key: person.id,
                  name: nameOf(person),
                  detail: person.jobTitle?.trim() || t`No role`,
                }))}
              >
                {link}
              </HoverList>
            )}
          />
          <StatCard
            label={
              summary.featuredDepartment ? (
                <Trans>{summary.featuredDepartment.name} Modules</Trans>
              ) : (
                <Trans>Clinical Research Modules</Trans>
              )
            }
            value={number(summary.featuredModules)}
            hint={summary.featuredDepartment?.organizationName ?? t`There is no such department yet`}
            {...(summary.featuredDepartment
              ? { to: here, search: { department: String(summary.featuredDepartment.id) } }
              : {})}
          >
            <Tooltip label={t`Choose the department`}>
              <ActionIcon
                className={classes.above}
                variant="subtle"
                color="gray"
                aria-label={t`Choose the department of this card`}
                onClick={() => onOpen({ dialog: 'featured' })}
              >
                <IconPencil size={17} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </StatCard>
        </div>
      )}
    </Load>
  );
}

function SummarySkeleton() {
  return (
    <Loading label={<Trans>Loading the figures...</Trans>}>
      <div className={classes.summary}>
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} height={98} radius="md" />
        ))}
      </div>
    </Loading>
  );
}
