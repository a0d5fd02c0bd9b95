import { Checkbox } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { ImportEffect } from '#app/features/imports/ImportEffect.tsx';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { EffectOfImport } from '#app/screens/import-people/EffectOfImport.tsx';
import { ImportRows } from '#app/screens/import-people/ImportRows.tsx';
import type { ImportFigures, PeopleImport } from '#app/screens/import-people/imports.ts';

const noChoices = { deactivateMissing: false, invite: false };

/** The changes that an import would make or has made, row by row, and its confirmation (USR-06). */
export function ImportResult({
  import: one,
  figures,
}: {
  readonly import: PeopleImport;
  readonly figures: ImportFigures;
}) {
  const { t } = useLingui();
  const [choices, setChoices] = useState(noChoices);
  const { created, changed, moved, reactivated, deactivated, missing } = figures;
  return (
    <>
      <ImportEffect
        import={one}
        contract={contract}
        title={<Trans>Import people</Trans>}
        icon={IconUsersPlus}
        effect={<EffectOfImport figures={figures} />}
        bad={figures.bad}
        changes={created + changed + moved + reactivated + deactivated + missing > 0}
        choices={choices}
        onClosed={() => setChoices(noChoices)}
      >
        {missing > 0 && (
          <Checkbox
            label={
              <Plural
                value={missing}
                one="Deactivate the # person who is missing in the file"
                other="Deactivate the # people who are missing in the file"
              />
            }
            checked={choices.deactivateMissing}
            onChange={({ currentTarget }) =>
              setChoices({ ...choices, deactivateMissing: currentTarget.checked })
            }
          />
        )}
        {created > 0 && (
          <Checkbox
            label={t`Send new people an email with a link to choose their password`}
            checked={choices.invite}
            onChange={({ currentTarget }) => setChoices({ ...choices, invite: currentTarget.checked })}
          />
        )}
        {choices.invite && <MailNotice />}
      </ImportEffect>
      <ImportRows import={one} figures={figures} />
    </>
  );
}
