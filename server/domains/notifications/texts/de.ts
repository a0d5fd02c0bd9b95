import type { NoticeTexts } from './texts.ts';

/** The notifications in German. */
export const german: NoticeTexts = {
  first_login: ({ name }) => ['Erste Anmeldung', `${name} hat sich zum ersten Mal angemeldet.`],
  user_registered: ({ name, people }) =>
    people > 1
      ? ['Neue Personen', `${people} Personen wurden hinzugefügt.`]
      : ['Neue Person', `${name} wurde hinzugefügt.`],
  password_reset: ({ name }) => ['Passwort zurückgesetzt', `Das Passwort von ${name} wurde zurückgesetzt.`],
  training_completed: ({ name, title, self }) => [
    'Schulung abgeschlossen',
    self ? `Sie haben „${title}“ abgeschlossen.` : `${name} hat „${title}“ abgeschlossen.`,
  ],
  matrix_completed: ({ name, matrix }) => [
    'Schulungsmatrix abgeschlossen',
    `${name} hat alles abgeschlossen, was „${matrix}“ verlangt.`,
  ],
  overdue_training: ({ name, title, date }) => [
    'Überfällige Schulung',
    `„${title}“ war am ${date} fällig; ${name} hat sie nicht abgeschlossen.`,
  ],
  renewal_due: ({ name, title, date, self }) => [
    'Erneuerung fällig',
    self
      ? `Bitte frischen Sie „${title}“ bis zum ${date} auf.`
      : `${name} muss „${title}“ bis zum ${date} auffrischen.`,
  ],
  matrix_assigned: ({ name, matrix, people, self }) => [
    'Schulungsmatrix zugewiesen',
    people > 1
      ? `${people} Personen Ihres Teams haben Schulungen aus „${matrix}“ erhalten.`
      : self
        ? `Sie haben Schulungen aus „${matrix}“ erhalten.`
        : `${name} hat Schulungen aus „${matrix}“ erhalten.`,
  ],
  training_assigned: ({ title, date }) => [
    'Neue Schulung',
    `„${title}“ wurde Ihnen zugewiesen. Sie ist am ${date} fällig.`,
  ],
  account_locked: ({ name }) => [
    'Konto gesperrt',
    `Das Konto von ${name} ist nach zu vielen falschen Passwörtern oder Codes gesperrt. Entsperren Sie es unter Benutzer.`,
  ],
  sign_in_failures: ({ name, people }) => [
    'Fehlgeschlagene Anmeldungen',
    `${people} Versuche am Konto von ${name} sind binnen einer Stunde fehlgeschlagen. Fragen Sie, ob es ein Versehen war.`,
  ],
  job_title_changed: ({ name, from, to }) => [
    'Schulungskategorie geändert',
    `${name} hat die eigene Schulungskategorie von „${from || 'Nicht angegeben'}“ in „${to || 'Nicht angegeben'}“ geändert. Zugewiesene Schulungen bleiben, wie sie sind.`,
  ],
  new_version: ({ title, version }) => [
    'Neue Version',
    `„${title}“, die Sie begonnen haben, hat jetzt die neue Version ${version}. Bitte beginnen Sie mit ihr von vorn.`,
  ],
  name_requested: ({ name }) => [
    'Namensänderung zu genehmigen',
    `${name} beantragt einen anderen Namen auf Unterschriften. Genehmigen Sie ihn oder lehnen Sie ihn mit einem Grund ab.`,
  ],
  identity_requested: ({ name }) => [
    'Bestätigung der Identität',
    `${name} kann nicht unterschreiben und bittet Sie, die Identität zu bestätigen. Fragen Sie nach dem angezeigten Code.`,
  ],
  access_review_due: ({ people }) => [
    'Überprüfung der Zugriffsrechte',
    people === 1
      ? 'Die Zugriffsrechte einer Organisation sind zu überprüfen.'
      : `Die Zugriffsrechte von ${people} Organisationen sind zu überprüfen.`,
  ],
  integrity_findings: ({ people }) => [
    'Integritätsprüfung',
    people === 1
      ? '1 neuer Befund erfordert Ihre Aufmerksamkeit.'
      : `${people} neue Befunde erfordern Ihre Aufmerksamkeit.`,
  ],
  document_expiring: ({ expires, name, title, date, people, self }) => [
    'Ablaufende Dokumente',
    people > 1
      ? `${people} Dokumente, um die Sie sich kümmern, laufen ab oder sind zu prüfen${date && `, das erste am ${date}`}.`
      : {
          cv: self
            ? `Der letzte Tag Ihres Lebenslaufs ist der ${date}.`
            : `Der letzte Tag des Lebenslaufs von ${name} ist der ${date}.`,
          notice: `Die Vereinbarung „${title}“ ist bis zum ${date} zu kündigen oder zu verlängern.`,
          agreement: `Der letzte Tag der Vereinbarung „${title}“ ist der ${date}.`,
          review: `Der Tag für die Prüfung von „${title}“ ist der ${date}.`,
          registration: `Der letzte Tag der Registrierung „${title}“ ist der ${date}.`,
          reading: `„${title}“ ist bis zum ${date} zu lesen und zu bestätigen.`,
        }[expires],
  ],
};
