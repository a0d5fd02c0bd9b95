import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { agreementItem } from '#shared/contract/hr-agreement-schemas.ts';
import type { AgreementKind } from '#shared/domain/hr/agreements.ts';
import { useFormat } from '#app/lib/format.ts';

/** The kinds of agreements in words (HR-03). */
export const agreementKindLabels: Readonly<Record<AgreementKind, MessageDescriptor>> = {
  consulting: msg`Consulting`,
  services: msg`Services`,
  confidentiality: msg`Confidentiality`,
  advisory: msg`Advisory board`,
  other: msg`Other`,
};

/** The facts of an agreement for the people who sign it: the same list for both sides (SIG-01, HR-03). */
export function useAgreementFacts() {
  const { i18n } = useLingui();
  const { number, date } = useFormat();
  return (agreement: z.output<typeof agreementItem>): readonly (readonly [ReactNode, ReactNode])[] => {
    const { title, organizationName, partyName, kind, startsOn, endsOn, noticeDays, versionNumber } =
      agreement;
    return [
      [<Trans key="a">Agreement</Trans>, title],
      [<Trans key="o">Organization</Trans>, organizationName],
      [<Trans key="p">Other party</Trans>, partyName],
      [<Trans key="k">Kind</Trans>, i18n._(agreementKindLabels[kind])],
      [<Trans key="s">Start date</Trans>, date(startsOn)],
      [<Trans key="e">End date</Trans>, endsOn === null ? <Trans key="n">No end</Trans> : date(endsOn)],
      [<Trans key="d">Notice (days)</Trans>, number(noticeDays)],
      [<Trans key="v">Version</Trans>, number(versionNumber ?? 0)],
    ];
  };
}
