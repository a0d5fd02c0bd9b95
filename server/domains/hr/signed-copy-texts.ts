import type { Language } from '#shared/domain/people/settings.ts';

/** The words of the signed copy of an agreement, in one language (HR-03). */
export interface SignedCopyTexts {
  readonly title: string;
  readonly agreement: string;
  readonly organization: string;
  readonly party: string;
  readonly start: string;
  readonly end: string;
  readonly noEnd: string;
  readonly endsByNotice: string;
  readonly notice: string;
  readonly file: string;
  readonly hash: string;
  readonly bySide: Readonly<Record<'organization' | 'party', string>>;
  readonly at: string;
  readonly notValid: string;
  readonly onPaper: string;
  readonly pagesBefore: string;
  readonly onlyAttached: string;
  readonly attached: string;
}

/** What the signature page says. */
export const signedCopyTexts: Readonly<Record<Language, SignedCopyTexts>> = {
  en: {
    title: 'Signatures',
    agreement: 'Agreement',
    organization: 'Organization',
    party: 'Other party',
    start: 'Start date',
    end: 'End date',
    noEnd: 'No end',
    endsByNotice: 'Ends by notice on',
    notice: 'Notice (days)',
    file: 'Signed document',
    hash: 'SHA-256 of the signed document',
    bySide: { organization: 'For the organization', party: 'The other party' },
    at: 'Signed on',
    notValid: 'This signature is not valid:',
    onPaper: 'The other party has signed the document on paper.',
    pagesBefore: 'The pages before this one are the signed document.',
    onlyAttached: 'The signed document cannot be shown as pages.',
    attached: 'The signed document itself is attached to this file, byte for byte.',
  },
  es: {
    title: 'Firmas',
    agreement: 'Acuerdo',
    organization: 'Organización',
    party: 'Otra parte',
    start: 'Fecha de inicio',
    end: 'Fecha de fin',
    noEnd: 'Sin fin',
    endsByNotice: 'Termina por preaviso el',
    notice: 'Preaviso (días)',
    file: 'Documento firmado',
    hash: 'SHA-256 del documento firmado',
    bySide: { organization: 'Por la organización', party: 'La otra parte' },
    at: 'Firmado el',
    notValid: 'Esta firma no es válida:',
    onPaper: 'La otra parte ha firmado el documento en papel.',
    pagesBefore: 'Las páginas anteriores a esta son el documento firmado.',
    onlyAttached: 'El documento firmado no puede mostrarse como páginas.',
    attached: 'El propio documento firmado está adjunto a este archivo, byte por byte.',
  },
  fr: {
    title: 'Signatures',
    agreement: 'Accord',
    organization: 'Organisation',
    party: 'Autre partie',
    start: 'Date de début',
    end: 'Date de fin',
    noEnd: 'Sans fin',
    endsByNotice: 'Prend fin par préavis le',
    notice: 'Préavis (jours)',
    file: 'Document signé',
    hash: 'SHA-256 du document signé',
    bySide: { organization: 'Pour l’organisation', party: 'L’autre partie' },
    at: 'Signé le',
    notValid: 'Cette signature n’est pas valide :',
    onPaper: 'L’autre partie a signé le document sur papier.',
    pagesBefore: 'Les pages qui précèdent sont le document signé.',
    onlyAttached: 'Le document signé ne peut pas être montré en pages.',
    attached: 'Le document signé lui-même est joint à ce fichier, octet par octet.',
  },
  de: {
    title: 'Unterschriften',
    agreement: 'Vereinbarung',
    organization: 'Organisation',
    party: 'Andere Partei',
    start: 'Beginn',
    end: 'Ende',
    noEnd: 'Ohne Ende',
    endsByNotice: 'Endet durch Kündigung am',
    notice: 'Kündigungsfrist (Tage)',
    file: 'Unterschriebenes Dokument',
    hash: 'SHA-256 des unterschriebenen Dokuments',
    bySide: { organization: 'Für die Organisation', party: 'Die andere Partei' },
    at: 'Unterschrieben am',
    notValid: 'Diese Unterschrift ist nicht gültig:',
    onPaper: 'Die andere Partei hat das Dokument auf Papier unterschrieben.',
    pagesBefore: 'Die Seiten vor dieser sind das unterschriebene Dokument.',
    onlyAttached: 'Das unterschriebene Dokument lässt sich nicht als Seiten zeigen.',
    attached: 'Das unterschriebene Dokument selbst ist dieser Datei beigefügt, Byte für Byte.',
  },
};
