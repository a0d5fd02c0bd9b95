import { Trans, useLingui } from '@lingui/react/macro';
import { languageNames, languages, type Language } from '#shared/domain/people/settings.ts';
import { TrailMark } from '#app/brand/TrailMark.tsx';
import { activateLanguage } from '#app/lib/i18n.ts';
import classes from '#app/screens/landing/Landing.module.css';

function isLanguage(value: string): value is Language {
  return languages.some((language) => language === value);
}

/** Foot of the public page with the choice of the language (SHELL-09). */
export function LandingFooter() {
  const { i18n, t } = useLingui();
  return (
    <footer className={classes.footer}>
      <span className={classes.footerBrand}>
        <TrailMark size={22} />
        <Trans>TrainTrail is free software under the AGPL 3.0.</Trans>
      </span>
      <select
        className={classes.language}
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) void activateLanguage(value);
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </footer>
  );
}
