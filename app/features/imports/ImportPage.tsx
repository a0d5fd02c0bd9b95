import { Alert, Button, Stack } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AnyEndpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import type { pastImportsContract } from '#shared/contract/past-imports.ts';
import { ImportProgressBar } from '#app/features/imports/ImportProgressBar.tsx';
import { isBusy, isOpen, stateLooks, type ImportState } from '#app/features/imports/state-looks.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The parts of an import that its page shows, regardless of what it imports. */
interface ShownImport {
  readonly state: ImportState;
  readonly fileName: string;
  readonly rowCount: number;
  readonly problem: ResponseOf<typeof pastImportsContract.get>['problem'];
  readonly changedSince: boolean;
  readonly lost: ResponseOf<typeof pastImportsContract.get>['lost'];
  readonly progress: Parameters<typeof ImportProgressBar>[0]['progress'];
}

/** The page of all imports of a kind, to which the page of one leads. */
interface ImportsPage {
  readonly title: string;
  readonly to: string;
}

/** The interval at which progress is read, in milliseconds. */
const refreshInterval = 1500;

/** The options of the query of an import: it is read again while the server is working on it. */
export const whileBusy = {
  staleTime: 0,
  refetchInterval: ({
    state,
  }: {
    readonly state: { readonly data?: { readonly state: ImportState } | undefined };
  }): number | false => (state.data && isBusy(state.data.state) ? refreshInterval : false),
} as const;

/** The page of one import (USR-06, USR-09, USR-10). Lists that an import changes are read again when its state changes. */
export function ImportPage<One extends ShownImport>({
  query,
  commands,
  imports,
  children,
}: {
  readonly query: Loadable<One>;
  readonly commands: { readonly check: AnyEndpoint; readonly confirm: AnyEndpoint };
  readonly imports: ImportsPage;
  readonly children: (one: One) => ReactNode;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const state = query.data?.state;
  const before = useRef(state);
  const { check, confirm } = commands;
  useEffect(() => {
    if (before.current !== undefined && state !== undefined && before.current !== state)
      void invalidate(state === 'done' || state === 'reversed' ? confirm : check);
    before.current = state;
  }, [state, invalidate, check, confirm]);
  usePageTitle(query.data?.fileName);
  return (
    <Page wide>
      <Load
        query={query}
        skeleton={<PageSkeleton label={t`Loading the import...`} />}
        failed={(error) =>
          isNotFound(error) && (
            <>
              <PageHeader title={imports.title} />
              <EmptyState
                title={<Trans>There is no such import</Trans>}
                action={<TextLink to={imports.to}>{imports.title}</TextLink>}
              />
            </>
          )
        }
      >
        {children}
      </Load>
    </Page>
  );
}

/** The head of the page of one import: its file, state, notices and progress. */
export function ImportHead({
  import: one,
  imports,
  actions,
  changed,
  children,
}: {
  readonly import: ShownImport;
  readonly imports: ImportsPage;
  readonly actions: ReactNode;
  /** Shown if the data changed between the check and the confirmation. */
  readonly changed: ReactNode;
  /** More notices. */
  readonly children?: ReactNode;
}) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[one.state];
  return (
    <>
      <PageHeader
        crumbs={[
          { label: <Trans>Users & Roles</Trans>, to: '/users' },
          { label: imports.title, to: imports.to },
          { label: one.fileName },
        ]}
        title={one.fileName}
        badge={
          <ToneBadge tone={tone} icon={icon}>
            {i18n._(label)}
          </ToneBadge>
        }
        subtitle={<Plural value={one.rowCount} one="# row" other="# rows" />}
        actions={actions}
      />
      <Stack gap="sm">
        {one.problem !== null && (
          <Alert color="red" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
            {reasonText(one.problem)}
          </Alert>
        )}
        {one.changedSince && (
          <Alert color="yellow" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
            {changed}
          </Alert>
        )}
        {one.lost !== null && isOpen(one.state) && (
          <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />}>
            <Trans>
              Line {one.lost.line}, column {one.lost.column}: a character was lost before the upload and
              appears as “�”. Check the file, or export it again as UTF-8.
            </Trans>
          </Alert>
        )}
        {children}
      </Stack>
      {isBusy(one.state) && <ImportProgressBar state={one.state} progress={one.progress} />}
    </>
  );
}

/** The button that cancels an import, or its reversal. */
export function CancelButton({
  busy,
  onCancel,
  children,
}: {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button variant="default" loading={busy} onClick={onCancel}>
      {children}
    </Button>
  );
}
