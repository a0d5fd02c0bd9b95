import { Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFileCv, IconFiles, IconSignature, IconRubberStamp, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { agreementStates } from '#shared/domain/hr/agreements.ts';
import { cvStates } from '#shared/domain/hr/cvs.ts';
import { registrationStates } from '#shared/domain/hr/registrations.ts';
import { agreementStateLabels } from '#app/features/hr/AgreementBadge.tsx';
import { cvLabels } from '#app/features/hr/CvBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import { registrationLooks, type HrFigures } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { TextLink } from '#app/ui/links.tsx';

interface Line {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
  /** Action is required: the figure is highlighted while it is not 0. */
  readonly alarm?: boolean;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly hash?: string;
}

/** The cards of the four kinds of the HR area (HR-01): each figure links to the list behind it. */
export function AreaCards({
  figures,
  organization,
}: {
  readonly figures: HrFigures;
  /** The organization filter that the other lists get too. */
  readonly organization: Readonly<Record<string, string>>;
}) {
  const { t, i18n } = useLingui();
  const { cvs, agreements, registrations, organizations } = figures;
  const [only] = organizations.length === 1 ? organizations : [];
  // Documents are listed per organization: with several organizations or none, the link goes to the list of all.
  const documents = (search: Readonly<Record<string, string>>) =>
    only ? { to: `/hr-org/${only.slug}`, search } : { to: '/hr-dashboard', hash: 'organizations' };
  return (
    <div className={classes.cards}>
      <AreaCard
        title={<Trans>CVs</Trans>}
        icon={IconFileCv}
        tone="teal"
        total={<Plural value={figures.people} one="# active person" other="# active people" />}
        lines={cvStates.map((state) => ({
          key: state,
          label: i18n._(cvLabels[state]),
          count: cvs[state],
          alarm: state === 'missing' || state === 'expired',
          to: '/hr-cv-repository',
          search: { ...organization, state },
        }))}
      />
      <AreaCard
        title={<Trans>Consulting Agreements</Trans>}
        icon={IconSignature}
        tone="blue"
        total={
          <Plural
            value={Object.values(agreements).reduce((sum, count) => sum + count, 0)}
            one="# agreement"
            other="# agreements"
          />
        }
        lines={agreementStates.map((state) => ({
          key: state,
          label: i18n._(agreementStateLabels[state]),
          count: agreements[state],
          alarm: state === 'expiring',
          to: '/hr-consulting-agreements',
          search: { ...organization, state },
        }))}
      />
      <AreaCard
        title={<Trans>Organization Documents</Trans>}
        icon={IconFiles}
        tone="amber"
        total={<Plural value={figures.documents} one="# document" other="# documents" />}
        lines={[
          {
            key: 'reviews',
            label: t`Review due in 60 days`,
            count: figures.reviewsDue,
            alarm: true,
            ...documents({ show: 'due', sort: 'reviewOn' }),
          },
          {
            key: 'acknowledgements',
            label: t`Open acknowledgements`,
            count: figures.openAcknowledgements,
            alarm: true,
            ...documents({ show: 'unread' }),
          },
          {
            key: 'readers',
            label: t`People who still have to read`,
            count: figures.peopleToAcknowledge,
            ...documents({ show: 'unread' }),
          },
          {
            key: 'archived',
            label: t`Archived documents`,
            count: figures.archivedDocuments,
            ...documents({ show: 'archived' }),
          },
        ]}
      />
      <AreaCard
        title={<Trans>Registrations</Trans>}
        icon={IconRubberStamp}
        tone="green"
        total={
          <Plural
            value={registrations.valid + registrations.expiring + registrations.expired}
            one="# in use"
            other="# in use"
          />
        }
        lines={registrationStates.map((state) => ({
          key: state,
          label: i18n._(registrationLooks[state][0]),
          count: registrations[state],
          alarm: state === 'expired',
          to: '/hr-dashboard',
          search: { ...organization, state },
          hash: 'registrations',
        }))}
      />
    </div>
  );
}

function AreaCard({
  title,
  icon: TheIcon,
  tone,
  total,
  lines,
}: {
  readonly title: ReactNode;
  readonly icon: Icon;
  readonly tone: Tone;
  readonly total: ReactNode;
  readonly lines: readonly Line[];
}) {
  const format = useFormat();
  return (
    <Paper withBorder p="md" component="article" className={classes.card}>
      <div className={classes.cardHead}>
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {total}
          </Text>
        </div>
        <span
          className={classes.icon}
          style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
        >
          <TheIcon size={20} stroke={1.8} aria-hidden />
        </span>
      </div>
      <ul className={classes.lines}>
        {lines.map(({ key, label, count, alarm, to, search, hash }) => (
          <li key={key}>
            <TextLink
              to={to}
              search={search ?? {}}
              hash={hash ?? ''}
              className={classes.line}
              underline="never"
            >
              <span className={classes.lineLabel}>{label}</span>{' '}
              <span
                className={classes.count}
                data-alarm={(alarm === true && count > 0) || undefined}
                data-none={count === 0 || undefined}
              >
                {format.number(count)}
              </span>
              {/* "Expired" appears in more than one card. */}
              <VisuallyHidden>, {title}</VisuallyHidden>
            </TextLink>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
