import type { CompletionPolicy } from '../modules/completion-policy.ts';
import { languages, type Language } from '../people/settings.ts';

/** The meanings of a signature, stored with the text that was shown (SIG-01, SIG-02). */
export const meaningCodes = [
  'read_and_understood',
  'passed_and_understood',
  'cv_is_mine',
  'agreed_for_organization',
  'agreed_countersigned',
  'agreed_as_party',
  'document_acknowledged',
  'findings_handled',
  'identity_confirmed',
  'access_reviewed',
  'trail_reviewed',
] as const;

/** A meaning of a signature (SIG-01). */
export type MeaningCode = (typeof meaningCodes)[number];

/** A statement that is shown and signed; its words never change, new words are a new version (SIG-02, SIG-05). */
export interface Statement {
  readonly code: MeaningCode;
  readonly version: number;
  /** The words in English. */
  readonly text: string;
  /**
   * The translations are signed together with the statement, so they are not in the catalogue. A language without a translation
   * shows and signs the English words.
   */
  readonly translations: Readonly<Partial<Record<Language, string>>>;
}

/** Every statement ever offered (SIG-02). Of each meaning, the newest is last. */
export const statements: readonly Statement[] = [
  {
    code: 'read_and_understood',
    version: 1,
    text: 'I have read and understood this training and will follow it in my work.',
    translations: {
      es: 'He leído y comprendido esta formación y la seguiré en mi trabajo.',
      fr: 'J’ai lu et compris cette formation et je l’appliquerai dans mon travail.',
      de: 'Ich habe diese Schulung gelesen und verstanden und werde mich bei meiner Arbeit danach richten.',
    },
  },
  {
    code: 'passed_and_understood',
    version: 1,
    text: 'I have read and understood this training and answered its questions myself.',
    translations: {
      es: 'He leído y comprendido esta formación y he respondido personalmente a sus preguntas.',
      fr: 'J’ai lu et compris cette formation et j’ai répondu moi-même à ses questions.',
      de: 'Ich habe diese Schulung gelesen und verstanden und ihre Fragen selbst beantwortet.',
    },
  },
  {
    code: 'cv_is_mine',
    version: 1,
    text: 'This is my current CV; it is complete and true.',
    translations: {
      es: 'Este es mi CV actual; es completo y veraz.',
      fr: 'Ceci est mon CV à jour ; il est complet et véridique.',
      de: 'Dies ist mein aktueller Lebenslauf; er ist vollständig und wahr.',
    },
  },
  {
    code: 'agreed_for_organization',
    version: 1,
    text: 'I sign this agreement for the organization.',
    translations: {
      es: 'Firmo este acuerdo por la organización.',
      fr: 'Je signe cet accord pour l’organisation.',
      de: 'Ich unterschreibe diese Vereinbarung für die Organisation.',
    },
  },
  {
    code: 'agreed_countersigned',
    version: 1,
    text: 'I sign this agreement for the organization; the other party has signed the attached copy.',
    translations: {
      es: 'Firmo este acuerdo por la organización; la otra parte ha firmado la copia adjunta.',
      fr: 'Je signe cet accord pour l’organisation ; l’autre partie a signé la copie jointe.',
      de: 'Ich unterschreibe diese Vereinbarung für die Organisation; die andere Seite hat die beigefügte Ausfertigung unterschrieben.',
    },
  },
  {
    code: 'agreed_as_party',
    version: 1,
    text: 'I have read this agreement and I agree to it.',
    translations: {
      es: 'He leído este acuerdo y estoy conforme con él.',
      fr: 'J’ai lu cet accord et j’y consens.',
      de: 'Ich habe diese Vereinbarung gelesen und stimme ihr zu.',
    },
  },
  {
    code: 'document_acknowledged',
    version: 1,
    text: 'I have read and understood this document and will follow it in my work.',
    translations: {
      es: 'He leído y comprendido este documento y lo seguiré en mi trabajo.',
      fr: 'J’ai lu et compris ce document et je le suivrai dans mon travail.',
      de: 'Ich habe dieses Dokument gelesen und verstanden und werde es bei meiner Arbeit befolgen.',
    },
  },
  {
    code: 'findings_handled',
    version: 1,
    text: 'I have reviewed these findings and stated truthfully what was done about them.',
    translations: {
      es: 'He revisado estos hallazgos y he indicado con veracidad lo que se hizo al respecto.',
      fr: 'J’ai examiné ces constats et indiqué fidèlement ce qui a été fait à leur sujet.',
      de: 'Ich habe diese Befunde geprüft und wahrheitsgemäß angegeben, was unternommen wurde.',
    },
  },
  {
    code: 'identity_confirmed',
    version: 1,
    text: 'I have verified the identity of this person, who gave me the code shown to them.',
    translations: {
      es: 'He verificado la identidad de esta persona, que me dio el código que se le mostró.',
      fr: 'J’ai vérifié l’identité de cette personne, qui m’a donné le code affiché pour elle.',
      de: 'Ich habe die Identität dieser Person geprüft; sie hat mir den Code genannt, der ihr angezeigt wurde.',
    },
  },
  {
    code: 'access_reviewed',
    version: 1,
    text: 'I have reviewed the access of these accounts. The answers given for them are to be carried out.',
    translations: {
      es: 'He revisado los accesos de estas cuentas. Las respuestas dadas para ellas deben llevarse a cabo.',
      fr: 'J’ai examiné les accès de ces comptes. Les réponses données à leur sujet doivent être appliquées.',
      de: 'Ich habe die Zugriffsrechte dieser Konten überprüft. Die Antworten dazu sind umzusetzen.',
    },
  },
  {
    code: 'trail_reviewed',
    version: 1,
    text: 'I have reviewed these events of the audit trail and stated my conclusion truthfully.',
    translations: {
      es: 'He revisado estos eventos del registro de auditoría y he expuesto mi conclusión con veracidad.',
      fr: 'J’ai examiné ces événements de la piste d’audit et indiqué fidèlement ma conclusion.',
      de: 'Ich habe diese Ereignisse des Audit-Trails geprüft und mein Ergebnis wahrheitsgemäß angegeben.',
    },
  },
];

/** Returns the newest statement of a meaning (SIG-02). */
export function statementFor(code: MeaningCode): Statement {
  const newest = statements.findLast((statement) => statement.code === code);
  if (!newest) throw new RangeError(`no statement: ${code}`);
  return newest;
}

/** Returns the words of a statement in a language (SIG-05). */
export function statementText(statement: Statement, language: Language): string {
  return statement.translations[language] ?? statement.text;
}

/** Returns the language in which a text is exactly this statement, null if there is none (SIG-05). */
export function languageOfStatement(statement: Statement, text: string): Language | null {
  return languages.find((language) => statementText(statement, language) === text) ?? null;
}

/** Returns the meaning of a signature that completes a module (SIG-02); self-attested modules are not signed. */
export function meaningForPolicy(policy: CompletionPolicy): MeaningCode | null {
  switch (policy) {
    case 'signed':
      return 'read_and_understood';
    case 'quiz':
      return 'passed_and_understood';
    case 'self_attest':
      return null;
  }
}

/**
 * Returns the statement for signing a completion. A self-attested module, whose signature is optional, has the statement of
 * reading.
 */
export function statementForPolicy(policy: CompletionPolicy): MeaningCode {
  return meaningForPolicy(policy) ?? 'read_and_understood';
}
