import { Paper, Text } from '@mantine/core';
import { IconAward } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import { CertificateActions } from '#app/screens/certificates/CertificateActions.tsx';
import type { OwnCertificate } from '#app/screens/certificates/certificate-view.ts';
import classes from '#app/screens/certificates/Certificates.module.css';
import { ValidityBadge } from '#app/screens/certificates/ValidityBadge.tsx';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';
import { reasonText } from '#app/lib/reasons.ts';

/** Certificates as cards in a grid (LRN-04). */
export function CertificateCards({ certificates }: { readonly certificates: readonly OwnCertificate[] }) {
  const { t } = useLingui();
  return (
    <ul className={classes.gallery} aria-label={t`Your certificates`}>
      {certificates.map((certificate) => (
        <Card key={certificate.id} certificate={certificate} />
      ))}
    </ul>
  );
}

function Card({ certificate }: { readonly certificate: OwnCertificate }) {
  const { number, percent } = useFormat();
  const {
    moduleTitle,
    moduleReference,
    versionNumber,
    score,
    completedAt,
    timeZone,
    recordedAt,
    expiresOn,
    reason,
    reasonCode,
  } = certificate;
  const version = number(versionNumber);
  const result = score === null ? '' : percent(score, 1);
  const holds = certificate.status === 'valid';
  return (
    <Paper component="li" withBorder className={classes.card} data-holds={holds || undefined}>
      <div className={classes.head}>
        <span className={classes.mark}>
          <IconAward size={20} stroke={1.7} aria-hidden />
        </span>
        <ValidityBadge certificate={certificate} />
      </div>
      <div className={classes.words}>
        <Text fw={650} component="h2" className={classes.title}>
          {moduleTitle}
        </Text>
        <Text size="sm" c="dimmed">
          {moduleReference === null ? '' : `${moduleReference} · `}
          <Trans>Version {version}</Trans>
        </Text>
      </div>
      <dl className={classes.facts}>
        <Fact label={<Trans>Completed</Trans>}>
          <EvidenceTime value={completedAt} timeZone={timeZone} dayOnly={recordedAt !== null} />
        </Fact>
        <Fact label={<Trans>Valid until</Trans>}>
          {expiresOn === null ? <Trans>No end date</Trans> : <CalendarDate value={expiresOn} />}
        </Fact>
        {score !== null && <Fact label={<Trans>Score</Trans>}>{result}</Fact>}
        <Fact label={<Trans context="certificate">Number</Trans>}>{certificate.number}</Fact>
      </dl>
      {reason !== null && (
        <Text size="sm" className={classes.reason}>
          {reasonCode ? reasonText(reasonCode) : reason}
        </Text>
      )}
      <div className={classes.foot}>
        <CertificateActions certificate={certificate} big />
      </div>
    </Paper>
  );
}

function Fact({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tt-figures">{children}</dd>
    </div>
  );
}
