import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { peopleContract } from '#shared/contract/people.ts';
import { queryFor } from '#app/lib/client.ts';
import { DataCard } from '#app/screens/profile/DataCard.tsx';
import { PersonalCard } from '#app/screens/profile/PersonalCard.tsx';
import { PictureCard } from '#app/screens/profile/PictureCard.tsx';
import classes from '#app/screens/profile/Profile.module.css';
import { AccountCard, PlaceCard } from '#app/screens/profile/SideCards.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /profile (SPEC §2.14; SET-01, AUTH-16, USR-02, SEC-03): the person's own data, picture, place and account. */
export function Profile() {
  const { t } = useLingui();
  const profile = useQuery(queryFor(peopleContract.profile));
  return (
    <Page>
      <PageHeader
        title={t`Profile`}
        subtitle={t`Your personal details, and the data stored about you`}
        actions={
          <ButtonLink to="/profile/documents" variant="default">
            {t`Documents`}
          </ButtonLink>
        }
      />
      <Load query={profile} skeleton={<CardSkeletons count={4} height={220} label={t`Loading profile...`} />}>
        {(data) => (
          <div className={classes.columns}>
            <div className={classes.side}>
              <PictureCard profile={data} />
              <PersonalCard profile={data} />
              <DataCard />
            </div>
            <div className={classes.side}>
              <PlaceCard profile={data} />
              <AccountCard profile={data} />
            </div>
          </div>
        )}
      </Load>
    </Page>
  );
}
