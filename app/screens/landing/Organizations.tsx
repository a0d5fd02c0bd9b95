import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { Monogram } from '#app/brand/Monogram.tsx';
import { queryFor } from '#app/lib/client.ts';
import classes from '#app/screens/landing/Landing.module.css';

/** The organizations that chose to be named (SPEC §2.1, SHELL-01); the section is left out when there are none. */
export function Organizations() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(organizationsContract.landing));
  if (error) {
    return (
      <section className={classes.section}>
        <p className={classes.retry} role="alert">
          <Trans>The organizations could not be loaded.</Trans>{' '}
          <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Retry</Trans>
          </Button>
        </p>
      </section>
    );
  }
  if (!data || data.organizations.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="organizations">
      <h2 id="organizations" className={classes.sectionTitle}>
        <Trans>Organizations on TrainTrail</Trans>
      </h2>
      <ul className={classes.organizations}>
        {data.organizations.map(({ name, description, slug }) => (
          <li key={slug} className={classes.organization}>
            <Monogram name={name} size={48} />
            <div>
              <h3>{name}</h3>
              {description && <p>{description}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
