import { Text } from '@mantine/core';
import { IconChevronRight, IconFileText } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrOwnContract } from '#shared/contract/hr-own.ts';
import classes from '#app/features/hr/OpenDocuments.module.css';
import { PlainLink } from '#app/ui/links.tsx';
import { Load, type Loadable } from '#app/ui/Load.tsx';

/**
 * The documents under Profile, Documents that need the person's attention (HR-02…04): a line that links there, or nothing if
 * there are none.
 */
export function OpenDocuments({ open }: { readonly open: Loadable<ResponseOf<typeof hrOwnContract.open>> }) {
  return (
    <Load query={open} skeleton={null}>
      {({ open: all, documents, agreements, cv }) =>
        all > 0 && (
          <PlainLink to="/profile/documents" className={classes.line}>
            <IconFileText size={22} stroke={1.7} aria-hidden />
            <span className={classes.words}>
              <Text component="span" fw={600}>
                <Plural
                  value={all}
                  one="# document needs your attention"
                  other="# documents need your attention"
                />
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {documents > 0 && (
                  <span>
                    <Plural value={documents} one="# document to read" other="# documents to read" />
                  </span>
                )}
                {agreements > 0 && (
                  <span>
                    <Plural value={agreements} one="# agreement to sign" other="# agreements to sign" />
                  </span>
                )}
                {cv && (
                  <span>
                    <Trans>Your CV to renew or sign</Trans>
                  </span>
                )}
              </Text>
            </span>
            <IconChevronRight size={18} aria-hidden />
          </PlainLink>
        )
      }
    </Load>
  );
}
