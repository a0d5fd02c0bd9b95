import { List, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { pageFor } from '#app/lib/client.ts';
import classes from '#app/screens/employee-detail/EmployeeDetail.module.css';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';

/** Assignments that were removed before they were completed (LRN-06): nothing disappears from the file. */
export function RemovedTrainings({ userId }: { readonly userId: string }) {
  const { t } = useLingui();
  const removed = useQuery(
    pageFor(assignmentsContract.employeeAssignments, {
      params: { userId },
      query: { status: 'voided', include: 'voided', sort: '-assignedDate', limit: 1000 },
    }),
  );
  return (
    <Load query={removed} skeleton={<LineSkeletons count={1} label={t`Loading the training file...`} />}>
      {({ rows }) => {
        // Completed ones are listed among the completions.
        const open = rows.filter(({ completedAt }) => completedAt === null);
        if (open.length === 0) return null;
        return (
          <details className={classes.removed}>
            <summary>
              <Plural value={open.length} one="# removed assignment" other="# removed assignments" />
            </summary>
            <List size="sm" spacing={6} mt={8} listStyleType="none">
              {open.map(({ id, module, voidedAt, voidedCode, voidedReason }) => (
                <List.Item key={id}>
                  {module.title}
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    {voidedAt && (
                      <Trans>
                        removed <Moment value={voidedAt} />
                      </Trans>
                    )}
                    {voidedCode && `: ${reasonText(voidedCode)}`}
                    {voidedReason && `: ${voidedReason}`}
                  </Text>
                </List.Item>
              ))}
            </List>
          </details>
        );
      }}
    </Load>
  );
}
