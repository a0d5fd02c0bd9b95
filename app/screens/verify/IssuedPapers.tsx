import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { papersContract } from '#shared/contract/papers.ts';
import { paperLabels } from '#app/screens/verify/paper-labels.ts';
import classes from '#app/screens/verify/Verify.module.css';
import { EvidenceTime } from '#app/ui/Moment.tsx';

type Issued = ResponseOf<typeof papersContract.check>;

/** The register's entry for a file that was issued here, and nothing that the file does not contain itself (INS-03). */
export function IssuedPapers({
  name,
  sum,
  papers,
}: {
  readonly name: string | null;
  readonly sum: string;
  readonly papers: Issued;
}) {
  const { i18n } = useLingui();
  return (
    <>
      <article className={classes.paper}>
        <output
          className={classes.verdict}
          style={{ color: 'var(--tt-green-text)', backgroundColor: 'var(--tt-green-tint)' }}
        >
          <IconCircleCheck size={30} stroke={1.8} aria-hidden />
          <div>
            <strong>
              <Trans>Issued here</Trans>
            </strong>
            <p>
              <Trans>This installation issued exactly this file. It is unchanged.</Trans>
            </p>
          </div>
        </output>
        {papers.map(({ kind, format, issuedTo, issuedAt, asOf, timeZone }) => (
          <dl className={classes.facts} key={`${issuedTo} ${issuedAt}`}>
            {name !== null && <Fact label={<Trans>File</Trans>}>{name}</Fact>}
            <Fact label={<Trans>Document</Trans>}>
              <span className={classes.lead}>
                {i18n._(paperLabels[kind])} ({format.toUpperCase()})
              </span>
            </Fact>
            <Fact label={<Trans>Issued to</Trans>}>
              <span translate="no">{issuedTo}</span>
            </Fact>
            <Fact label={<Trans>As of</Trans>}>
              <EvidenceTime value={asOf} timeZone={timeZone} full />
            </Fact>
            <Fact label={<Trans>Issued</Trans>}>
              <EvidenceTime value={issuedAt} timeZone={timeZone} full />
            </Fact>
            <Fact label="SHA-256">
              <code className={classes.key}>{sum}</code>
            </Fact>
          </dl>
        ))}
      </article>
      <p className={classes.note}>
        <Trans>The records may have changed since. A new copy shows their state of today.</Trans>
      </p>
    </>
  );
}

/** No file with this SHA-256 was issued here. */
export function NotIssued({ name, sum }: { readonly name: string | null; readonly sum: string }) {
  return (
    <article className={classes.paper}>
      <output
        className={classes.verdict}
        style={{ color: 'var(--tt-amber-text)', backgroundColor: 'var(--tt-amber-tint)' }}
      >
        <IconQuestionMark size={30} stroke={1.8} aria-hidden />
        <div>
          <strong>
            <Trans>Not issued here</Trans>
          </strong>
          <p>
            <Trans>This installation has not issued this file, or it was changed afterwards.</Trans>
          </p>
        </div>
      </output>
      <dl className={classes.facts}>
        {name !== null && <Fact label={<Trans>File</Trans>}>{name}</Fact>}
        <Fact label="SHA-256">
          <code className={classes.key}>{sum}</code>
        </Fact>
      </dl>
    </article>
  );
}

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
