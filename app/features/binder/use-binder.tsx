import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconBooks } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { bindersContract } from '#shared/contract/binders.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { BinderDialog } from '#app/features/binder/BinderDialog.tsx';
import { useCommand } from '#app/lib/query.ts';

/** The people whose training files a binder contains: some people, their own team, or an organization. */
export type BinderOf = Pick<BodyOf<typeof bindersContract.request>, 'userIds' | 'organizationId' | 'team'>;

/** Requests a binder (INS-04) and shows it being prepared: one click to request it, one to download it. */
export function useBinder(): {
  readonly open: (of: BinderOf) => void;
  readonly busy: boolean;
  readonly dialog: ReactNode;
} {
  const [opened, setOpened] = useState(false);
  // Errors are shown in the dialog.
  const request = useCommand(bindersContract.request, { onError: () => true });
  const open = (of: BinderOf): void => {
    setOpened(true);
    request.mutate({ body: of });
  };
  const dialog = opened && (
    <BinderDialog
      requested={request.data ?? null}
      error={request.error}
      onRetry={() => {
        if (request.variables) request.mutate(request.variables);
      }}
      onClose={() => setOpened(false)}
    />
  );
  return { open, busy: request.isPending, dialog };
}

/** The button for it, with its dialog. */
export function BinderButton({ of, compact = false }: { readonly of: BinderOf; readonly compact?: boolean }) {
  const { open, busy, dialog } = useBinder();
  return (
    <>
      <Button
        variant="default"
        {...(compact && { size: 'compact-sm' })}
        leftSection={<IconBooks size={compact ? 15 : 18} aria-hidden />}
        loading={busy}
        onClick={() => open(of)}
      >
        <Trans>Training binder</Trans>
      </Button>
      {dialog}
    </>
  );
}
