import { useLocation } from '@tanstack/react-router';

/** The secret of a link from an email: behind the #, so that it is in no log and no referrer; empty if there is none. */
export function useLinkToken(): string {
  return useLocation({ select: ({ hash }) => decoded(hash) });
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''));
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}
