import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { accountsContract } from '#shared/contract/accounts.ts';
import { onRefused } from '#app/lib/client.ts';
import { refreshSession, type SessionUser } from '#app/lib/session.ts';

/**
 * Notices when a grant has ended while the page is open, for example because the inspection was closed (INS-01): the records that it
 * gave access to leave the screen. Somebody who has no inspection any more goes to the page that says so.
 */
export function useEndOfGrants({ grants }: SessionUser): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const hasGrants = grants.length > 0;
  useEffect(
    () => (hasGrants ? onRefused(() => void refreshSession(client)) : undefined),
    [client, hasGrants],
  );
  const known = useRef(grants);
  useEffect(() => {
    const before = known.current;
    known.current = grants;
    const scopes = new Set(grants.map(scopeOf));
    if (before.every((one) => scopes.has(scopeOf(one)))) return;
    if (before.some(isInspector) && !grants.some(isInspector))
      void navigate({ to: '/inspection', replace: true });
    void client.resetQueries({
      predicate: ({ queryKey }) => queryKey[0] !== accountsContract.currentUser.id,
    });
  }, [client, grants, navigate]);
}

type Grant = SessionUser['grants'][number];

const isInspector = ({ kind }: Grant): boolean => kind === 'inspector';
const scopeOf = ({ kind, organizationId, sees }: Grant): string =>
  JSON.stringify([kind, organizationId, sees]);
