import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockOff,
  IconQuestionMark,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { certificatesContract } from '#shared/contract/certificates.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { groupedFingerprint } from '#shared/domain/signatures/fingerprint.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { makeFormat } from '#app/lib/format.ts';
import classes from '#app/screens/verify/Verify.module.css';
import type { Tone } from '#app/theme/tokens.ts';
import { EvidenceTime } from '#app/ui/Moment.tsx';

type Certificate = ResponseOf<typeof certificatesContract.verify>;

const looks: Readonly<Record<Certificate['status'], readonly [Icon, Tone]>> = {
  valid: [IconCircleCheck, 'green'],
  expired: [IconClockOff, 'amber'],
  revoked: [IconAlertTriangle, 'red'],
  not_valid: [IconAlertTriangle, 'red'],
};

/** The facts printed on the paper, under a verdict. */
export function Paper({ paper }: { readonly paper: Certificate }) {
  const { i18n } = useLingui();
  const { date, percent, number } = makeFormat(i18n.locale, paper.timeZone);
  const { timeZone, recordedAt } = paper;
  const at = (value: string, dayOnly = false) => (
    <EvidenceTime value={value} timeZone={timeZone} dayOnly={dayOnly} full />
  );
  const rows: readonly (readonly [ReactNode, ReactNode] | null)[] = [
    [
      <Trans key="p">Name</Trans>,
      <span key="v" className={classes.lead}>
        {paper.name}
      </span>,
    ],
    [
      <Trans key="m">Training</Trans>,
      <span key="v" className={classes.lead}>
        {paper.moduleTitle}
      </span>,
    ],
    [<Trans key="n">Certificate number</Trans>, paper.number],
    paper.moduleReference === null ? null : [<Trans key="r">Reference</Trans>, paper.moduleReference],
    [<Trans key="v">Version</Trans>, number(paper.versionNumber)],
    [<Trans key="c">Completed</Trans>, at(paper.completedAt, recordedAt !== null)],
    recordedAt === null ? null : [<Trans key="a">Recorded by an administrator</Trans>, at(recordedAt)],
    paper.score === null ? null : [<Trans key="s">Score</Trans>, percent(paper.score, 1)],
    paper.expiresOn === null ? null : [<Trans key="e">Valid until</Trans>, date(paper.expiresOn)],
    paper.meaning === null ? null : [<Trans key="w">Meaning of the signature</Trans>, paper.meaning],
    paper.signedAt === null ? null : [<Trans key="t">Signed</Trans>, at(paper.signedAt)],
    paper.signed ? null : [<Trans key="u">Signature</Trans>, <Trans key="x">Not signed</Trans>],
    paper.signingKey === null
      ? null
      : [
          <Trans key="k">Signed with key</Trans>,
          <code key="v" className={classes.key}>
            {groupedFingerprint(paper.signingKey)}
          </code>,
        ],
  ];
  return (
    <>
      <article className={classes.paper}>
        <Verdict status={paper.status} why={paper.reasonCode ? reasonText(paper.reasonCode) : paper.reason} />
        <dl className={classes.facts}>
          {rows.flatMap((row, at) =>
            row === null
              ? []
              : [
                  <div key={at}>
                    <dt>{row[0]}</dt>
                    <dd>{row[1]}</dd>
                  </div>,
                ],
          )}
        </dl>
      </article>
      <p className={classes.note}>
        <Trans>This page shows what is on the certificate and nothing else.</Trans>
      </p>
    </>
  );
}

function Verdict({ status, why }: { readonly status: Certificate['status']; readonly why: string | null }) {
  const [TheIcon, tone] = looks[status];
  return (
    <output
      className={classes.verdict}
      style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
    >
      <TheIcon size={30} stroke={1.8} aria-hidden />
      <div>
        <strong>
          {status === 'valid' && <Trans>Valid</Trans>}
          {status === 'expired' && <Trans>Expired</Trans>}
          {status === 'revoked' && <Trans>Revoked</Trans>}
          {status === 'not_valid' && <Trans>Not valid</Trans>}
        </strong>
        <p>
          {status === 'valid' && <Trans>The certificate is genuine and its record is unchanged.</Trans>}
          {status === 'expired' && <Trans>The certificate is genuine but has expired.</Trans>}
          {(status === 'revoked' || status === 'not_valid') && why}
        </p>
      </div>
    </output>
  );
}

/** No certificate has this code. */
export function Unknown() {
  return (
    <output
      className={classes.verdict}
      style={{ color: 'var(--tt-gray-text)', backgroundColor: 'var(--tt-gray-tint)' }}
    >
      <IconQuestionMark size={30} stroke={1.8} aria-hidden />
      <div>
        <strong>
          <Trans>Unknown code</Trans>
        </strong>
        <p>
          <Trans>No certificate has this code. Check it against the printed certificate.</Trans>
        </p>
      </div>
    </output>
  );
}
