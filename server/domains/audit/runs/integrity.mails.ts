import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

/** How many findings are new. */
interface NewFindings {
  readonly findings: number;
}

type Texts = (findings: number) => Omit<MailContent, 'action'> & { readonly label: string };

const textsOf: Readonly<Record<MailLanguage, Texts>> = {
  en: (findings) => ({
    subject: 'Integrity check: findings need your attention',
    lines: [
      findings === 1
        ? 'The integrity check has 1 new finding: a record, a file or a safeguard is not as it was stored.'
        : `The integrity check has ${findings} new findings: records, files or safeguards are not as they were stored.`,
      'Review what was found, have it corrected, and sign what was done about it. A notice is shown to every administrator until then.',
    ],
    label: 'Open Integrity Checks',
  }),
  es: (findings) => ({
    subject: 'Comprobación de integridad: hay hallazgos que requieren su atención',
    lines: [
      findings === 1
        ? 'La comprobación de integridad tiene 1 hallazgo nuevo: un registro, un archivo o una protección no está como se guardó.'
        : `La comprobación de integridad tiene ${findings} hallazgos nuevos: hay registros, archivos o protecciones que no están como se guardaron.`,
      'Revise lo encontrado, haga que se corrija y firme lo que se ha hecho. Hasta entonces, todos los administradores ven un aviso.',
    ],
    label: 'Abrir Comprobaciones de integridad',
  }),
  fr: (findings) => ({
    subject: 'Contrôle d’intégrité : des constats demandent votre attention',
    lines: [
      findings === 1
        ? 'Le contrôle d’intégrité a 1 nouveau constat : un enregistrement, un fichier ou une protection n’est plus tel qu’il a été enregistré.'
        : `Le contrôle d’intégrité a ${findings} nouveaux constats : des enregistrements, fichiers ou protections ne sont plus tels qu’ils ont été enregistrés.`,
      'Examinez ces constats, faites corriger ce qui doit l’être et signez ce qui a été fait. Jusque-là, un avis s’affiche chez tous les administrateurs.',
    ],
    label: 'Ouvrir les contrôles d’intégrité',
  }),
  de: (findings) => ({
    subject: 'Integritätsprüfung: Befunde erfordern Ihre Aufmerksamkeit',
    lines: [
      findings === 1
        ? 'Die Integritätsprüfung hat 1 neuen Befund: Ein Nachweis, eine Datei oder eine Schutzvorkehrung ist nicht mehr so, wie sie gespeichert wurde.'
        : `Die Integritätsprüfung hat ${findings} neue Befunde: Nachweise, Dateien oder Schutzvorkehrungen sind nicht mehr so, wie sie gespeichert wurden.`,
      'Prüfen Sie die Befunde, veranlassen Sie die Korrektur und unterschreiben Sie, was unternommen wurde. Bis dahin sehen alle Administratoren einen Hinweis.',
    ],
    label: 'Integritätsprüfungen öffnen',
  }),
};

/** Informs administrators about new findings of an integrity check (AUD-04, OPS-10). */
export const integrityFindingsMail: MailTemplate<NewFindings> = {
  name: 'audit.integrityFindings',
  category: 'security',
  render: (language, { findings }) => {
    const { subject, lines, label } = textsOf[language](findings);
    return { subject, lines, action: { label, path: '/integrity-checks' } };
  },
};
