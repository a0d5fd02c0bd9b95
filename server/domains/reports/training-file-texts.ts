import type { Role } from '#shared/domain/access/permissions.ts';
import type { WithdrawalReason } from '#shared/reasons/findings.ts';
import { reportTexts, type ReportLanguage, type ReportTexts } from './report-texts.ts';

/** Every word of a training file that the completion report does not have, in one language. */
interface OwnTexts {
  readonly file: string;
  readonly by: string;
  readonly zone: string;
  readonly email: string;
  readonly jobTitle: string;
  readonly role: string;
  readonly department: string;
  readonly manager: string;
  readonly notSpecified: string;
  readonly cycle: string;
  readonly version: string;
  readonly content: string;
  readonly origin: string;
  readonly completions: string;
  readonly certificate: string;
  readonly certificates: string;
  readonly issued: string;
  readonly validUntil: string;
  readonly noEnd: string;
  readonly cvs: string;
  readonly cvFile: string;
  readonly uploaded: string;
  readonly waitsForSignature: string;
  readonly removed: string;
  readonly removedOn: string;
  readonly reason: string;
  readonly voided: string;
  readonly notSigned: string;
  readonly recordedAfterwards: string;
  readonly onboarding: string;
  readonly none: string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly worth: Readonly<Record<'valid' | 'expired' | 'revoked' | 'not_valid', string>>;
  /** Why the product itself withdrew a training. */
  readonly removals: Readonly<Record<WithdrawalReason, string>>;
}

/** Every word of a training file in one language. */
export type FileTexts = ReportTexts & OwnTexts;

const en: OwnTexts = {
  file: 'Training File',
  by: 'by',
  zone: 'Times without a zone of their own are of',
  email: 'Email',
  jobTitle: 'Job title',
  role: 'Role',
  department: 'Department',
  manager: 'Manager',
  notSpecified: 'Not specified',
  cycle: 'Cycle',
  version: 'Version',
  content: 'Content',
  origin: 'Assigned by',
  completions: 'Completions',
  certificate: 'Certificate',
  certificates: 'Certificates',
  issued: 'Issued',
  validUntil: 'Valid until',
  noEnd: 'No end date',
  cvs: 'CV versions',
  cvFile: 'File',
  uploaded: 'Uploaded',
  waitsForSignature: 'Waits for the owner’s signature',
  removed: 'Removed assignments',
  removedOn: 'Removed',
  reason: 'Reason',
  voided: 'REMOVED',
  notSigned: 'Confirmed by the learner; no signature required',
  recordedAfterwards: 'Recorded afterwards, not signed by the learner',
  onboarding: 'Onboarding',
  none: 'None.',
  roles: { admin: 'Administrator', manager: 'Manager', learner: 'Learner' },
  worth: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', not_valid: 'NOT VALID' },
  removals: {
    matrix_no_longer_requires: 'The person’s training matrices no longer require it.',
    removed_from_matrix: 'The module was removed from the training matrix.',
    module_was_retired: 'The module was retired.',
  },
};

const es: OwnTexts = {
  file: 'Expediente de formación',
  by: 'por',
  zone: 'Las horas sin zona propia son de',
  email: 'Correo',
  jobTitle: 'Puesto',
  role: 'Rol',
  department: 'Departamento',
  manager: 'Responsable',
  notSpecified: 'Sin especificar',
  cycle: 'Ciclo',
  version: 'Versión',
  content: 'Contenido',
  origin: 'Asignado por',
  completions: 'Finalizaciones',
  certificate: 'Certificado',
  certificates: 'Certificados',
  issued: 'Emitido',
  validUntil: 'Válido hasta',
  noEnd: 'Sin fecha de fin',
  cvs: 'Versiones del CV',
  cvFile: 'Archivo',
  uploaded: 'Subida',
  waitsForSignature: 'Espera la firma de su titular',
  removed: 'Asignaciones retiradas',
  removedOn: 'Retirada',
  reason: 'Motivo',
  voided: 'RETIRADA',
  notSigned: 'Confirmado por la persona; no se pidió firma',
  recordedAfterwards: 'Registrado después, no firmado por la persona',
  onboarding: 'Incorporación',
  none: 'Ninguna.',
  roles: { admin: 'Administrador', manager: 'Responsable', learner: 'Alumno' },
  worth: { valid: 'Válido', expired: 'Caducado', revoked: 'Revocado', not_valid: 'NO VÁLIDO' },
  removals: {
    matrix_no_longer_requires: 'Ninguna matriz de formación de la persona la exige ya.',
    removed_from_matrix: 'El módulo se retiró de la matriz de formación.',
    module_was_retired: 'El módulo se retiró.',
  },
};

const fr: OwnTexts = {
  file: 'Dossier de formation',
  by: 'par',
  zone: 'Les heures sans fuseau propre sont de',
  email: 'E-mail',
  jobTitle: 'Fonction',
  role: 'Rôle',
  department: 'Service',
  manager: 'Responsable',
  notSpecified: 'Non précisé',
  cycle: 'Cycle',
  version: 'Version',
  content: 'Contenu',
  origin: 'Attribué par',
  completions: 'Formations terminées',
  certificate: 'Certificat',
  certificates: 'Certificats',
  issued: 'Délivré',
  validUntil: 'Valable jusqu’au',
  noEnd: 'Sans date de fin',
  cvs: 'Versions du CV',
  cvFile: 'Fichier',
  uploaded: 'Téléversée',
  waitsForSignature: 'Attend la signature de son titulaire',
  removed: 'Attributions retirées',
  removedOn: 'Retirée',
  reason: 'Motif',
  voided: 'RETIRÉE',
  notSigned: 'Confirmé par la personne ; aucune signature demandée',
  recordedAfterwards: 'Enregistré après coup, non signé par la personne',
  onboarding: 'Intégration',
  none: 'Aucune.',
  roles: { admin: 'Administrateur', manager: 'Responsable', learner: 'Apprenant' },
  worth: { valid: 'Valable', expired: 'Expiré', revoked: 'Révoqué', not_valid: 'NON VALABLE' },
  removals: {
    matrix_no_longer_requires: 'Plus aucune matrice de formation de la personne ne l’exige.',
    removed_from_matrix: 'Le module a été retiré de la matrice de formation.',
    module_was_retired: 'Le module a été retiré.',
  },
};

const de: OwnTexts = {
  file: 'Schulungsakte',
  by: 'von',
  zone: 'Zeiten ohne eigene Zone gelten für',
  email: 'E-Mail',
  jobTitle: 'Position',
  role: 'Rolle',
  department: 'Abteilung',
  manager: 'Führungskraft',
  notSpecified: 'Nicht angegeben',
  cycle: 'Durchgang',
  version: 'Version',
  content: 'Inhalt',
  origin: 'Zugewiesen von',
  completions: 'Abschlüsse',
  certificate: 'Zertifikat',
  certificates: 'Zertifikate',
  issued: 'Ausgestellt',
  validUntil: 'Gültig bis',
  noEnd: 'Ohne Enddatum',
  cvs: 'Versionen des Lebenslaufs',
  cvFile: 'Datei',
  uploaded: 'Hochgeladen',
  waitsForSignature: 'Wartet auf die Unterschrift der Person',
  removed: 'Entfernte Zuweisungen',
  removedOn: 'Entfernt',
  reason: 'Grund',
  voided: 'ENTFERNT',
  notSigned: 'Von der Person bestätigt; keine Unterschrift verlangt',
  recordedAfterwards: 'Nachträglich erfasst, nicht von der Person unterschrieben',
  onboarding: 'Einarbeitung',
  none: 'Keine.',
  roles: { admin: 'Administrator', manager: 'Führungskraft', learner: 'Lernende Person' },
  worth: { valid: 'Gültig', expired: 'Abgelaufen', revoked: 'Widerrufen', not_valid: 'NICHT GÜLTIG' },
  removals: {
    matrix_no_longer_requires: 'Keine Schulungsmatrix der Person verlangt sie noch.',
    removed_from_matrix: 'Das Modul wurde aus der Schulungsmatrix entfernt.',
    module_was_retired: 'Das Modul wurde außer Gebrauch genommen.',
  },
};

const own: Readonly<Record<ReportLanguage, OwnTexts>> = { en, es, fr, de };

/** The words of a training file in a language. */
export const fileTexts = (language: ReportLanguage): FileTexts => ({
  ...reportTexts[language],
  ...own[language],
});
