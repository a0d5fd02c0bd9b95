import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

/** The newest head. */
interface NewestHead {
  readonly number: number;
  readonly line: string;
  /** ISO, UTC. */
  readonly sealedAt: string;
}

const textsOf: Readonly<Record<MailLanguage, Omit<MailContent, 'details'>>> = {
  en: {
    subject: 'Seal of the audit trail',
    lines: [
      'Please keep this email: it proves later that the training records up to this seal have not been rewritten.',
      'To compare, ask the people who run the server to enter the line below after: bin/traintrail verify --head',
    ],
  },
  es: {
    subject: 'Sello del registro de auditoría',
    lines: [
      'Conserve este correo: más adelante demuestra que los registros de formación hasta este sello no se han reescrito.',
      'Para comparar, pida a quienes administran el servidor que escriban la línea siguiente después de: bin/traintrail verify --head',
    ],
  },
  fr: {
    subject: 'Sceau de la piste d’audit',
    lines: [
      'Veuillez conserver cet e-mail : il prouvera plus tard que les enregistrements de formation jusqu’à ce sceau n’ont pas été réécrits.',
      'Pour comparer, demandez aux personnes qui gèrent le serveur de saisir la ligne ci-dessous après : bin/traintrail verify --head',
    ],
  },
  de: {
    subject: 'Siegel des Audit-Trails',
    lines: [
      'Bitte bewahren Sie diese E-Mail auf: Sie belegt später, dass die Schulungsnachweise bis zu diesem Siegel nicht umgeschrieben wurden.',
      'Zum Vergleichen bitten Sie die Betreiber des Servers, die folgende Zeile einzugeben nach: bin/traintrail verify --head',
    ],
  },
};

/** The newest head for people who keep it outside the installation (AUD-02). */
export const newestHeadMail: MailTemplate<NewestHead> = {
  name: 'audit.newestHead',
  category: 'security',
  render: (language, { line, sealedAt }) => ({ ...textsOf[language], details: [line, sealedAt] }),
};
