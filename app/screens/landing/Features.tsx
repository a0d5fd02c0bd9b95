import {
  IconBook2,
  IconBuildingCommunity,
  IconChartHistogram,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import classes from '#app/screens/landing/Landing.module.css';

interface Feature {
  readonly icon: Icon;
  readonly tone: string;
  readonly title: MessageDescriptor;
  readonly text: MessageDescriptor;
}

/** The four cards of SPEC §2.1. */
const features: readonly Feature[] = [
  {
    icon: IconBuildingCommunity,
    tone: 'teal',
    title: msg`Multi-Company Support`,
    text: msg`Several organizations in one place, each with its own people, departments, matrices and reports, and each sees only its own.`,
  },
  {
    icon: IconBook2,
    tone: 'blue',
    title: msg`Training Modules`,
    text: msg`Documents, videos, presentations and quizzes with version control. What people sign is exactly what they read.`,
  },
  {
    icon: IconShieldCheck,
    tone: 'green',
    title: msg`Compliance Tracking`,
    text: msg`Due dates, renewals and signatures for every role. See who is behind before an inspector does.`,
  },
  {
    icon: IconChartHistogram,
    tone: 'violet',
    title: msg`Analytics & Reports`,
    text: msg`Completion by organization, team and person, as of any day, exported as CSV or PDF.`,
  },
];

/** The features of the product, in four cards. */
export function Features() {
  const { i18n } = useLingui();
  return (
    <section className={classes.section} aria-labelledby="features">
      <h2 id="features" className={classes.sectionTitle}>
        <Trans>Everything a training record needs</Trans>
      </h2>
      <ul className={classes.features}>
        {features.map(({ icon: TheIcon, tone, title, text }) => (
          <li key={tone} className={classes.feature}>
            <span
              className={classes.featureIcon}
              style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
            >
              <TheIcon size={24} stroke={1.7} aria-hidden />
            </span>
            <h3>{i18n._(title)}</h3>
            <p>{i18n._(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
