import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { keyOf } from '#app/lib/client.ts';
import { refreshSession } from '#app/lib/session.ts';
import type { ProfileData } from '#app/screens/profile/profile-data.ts';

/** Shows a saved profile at once, and the header's name and picture with it (SPEC §7). */
export function useProfileSaved(): (saved: ProfileData) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (saved) => {
      client.setQueryData(keyOf(peopleContract.profile, {}), saved);
      await refreshSession(client);
    },
    [client],
  );
}
