import type { SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';
import type { ListedStatus } from '#shared/domain/assignments/status.ts';

/** Languages of reports (SHELL-09). */
export type ReportLanguage = 'en' | 'es' | 'fr' | 'de';

/** Every word of the report's PDF in one language. */
export interface ReportTexts {
  readonly title: string;
  readonly generated: string;
  readonly page: string;
  readonly people: string;
  readonly assignments: string;
  readonly completionRate: string;
  readonly organization: string;
  readonly noOrganization: string;
  readonly completed: string;
  readonly overdue: string;
  readonly expired: string;
  readonly days: string;
  readonly person: string;
  readonly module: string;
  /** Heads a narrow column: the number of a module's version, shortened. */
  readonly version: string;
  readonly status: string;
  readonly assigned: string;
  readonly due: string;
  readonly score: string;
  readonly signature: string;
  readonly notValid: string;
  readonly noData: string;
  readonly notSigned: string;
  readonly nobody: string;
  readonly statuses: Readonly<Record<ListedStatus, string>>;
  readonly tiers: Readonly<Record<'excellent' | 'good' | 'needs_improvement' | 'critical', string>>;
  readonly faults: Readonly<Record<SignatureReasonCode, string>>;
}

const en: ReportTexts = {
  title: 'Completion Report',
  generated: 'Generated',
  page: 'Page',
  people: 'People',
  assignments: 'Assignments',
  completionRate: 'Completion rate',
  organization: 'Organization',
  noOrganization: 'No organization',
  completed: 'Completed',
  overdue: 'Overdue',
  expired: 'Expired',
  days: 'Average days',
  person: 'Person',
  module: 'Module',
  version: 'Ver.',
  status: 'Status',
  assigned: 'Assigned',
  due: 'Due',
  score: 'Score',
  signature: 'Signature',
  notValid: 'NOT VALID',
  noData: 'No data',
  notSigned: 'Not signed',
  nobody: 'No one matches these filters.',
  statuses: {
    not_started: 'Not started',
    in_progress: 'In progress',
    completed: 'Completed',
    overdue: 'Overdue',
    expired: 'Expired',
  },
  tiers: { excellent: 'Excellent', good: 'Good', needs_improvement: 'Needs Improvement', critical: 'Poor' },
  faults: {
    moved: 'the signature belongs to another record',
    record_changed: 'the record was changed after signing',
    content_changed: 'the content was changed after signing',
    signature_changed: 'the signature itself was changed',
    unknown_key: 'the signature was made with a key unknown here',
    retired_key: 'the signature was made with a key no longer in use then',
    missing: 'the signature is missing',
  },
};

const es: ReportTexts = {
  title: 'Informe de finalización',
  generated: 'Generado',
  page: 'Página',
  people: 'Personas',
  assignments: 'Asignaciones',
  completionRate: 'Tasa de finalización',
  organization: 'Organización',
  noOrganization: 'Sin organización',
  completed: 'Completadas',
  overdue: 'Vencidas',
  expired: 'Caducadas',
  days: 'Días de media',
  person: 'Persona',
  module: 'Módulo',
  version: 'Ver.',
  status: 'Estado',
  assigned: 'Asignado',
  due: 'Vence',
  score: 'Nota',
  signature: 'Firma',
  notValid: 'NO VÁLIDA',
  noData: 'Sin datos',
  notSigned: 'Sin firmar',
  nobody: 'Nadie coincide con estos filtros.',
  statuses: {
    not_started: 'Sin empezar',
    in_progress: 'En curso',
    completed: 'Completado',
    overdue: 'Vencido',
    expired: 'Caducado',
  },
  tiers: { excellent: 'Excelente', good: 'Bueno', needs_improvement: 'Mejorable', critical: 'Deficiente' },
  faults: {
    moved: 'la firma pertenece a otro registro',
    record_changed: 'el registro se modificó después de la firma',
    content_changed: 'el contenido se modificó después de la firma',
    signature_changed: 'se modificó la propia firma',
    unknown_key: 'la firma se hizo con una clave desconocida aquí',
    retired_key: 'la firma se hizo con una clave que ya no se usaba entonces',
    missing: 'falta la firma',
  },
};

const fr: ReportTexts = {
  title: "Rapport d'achèvement",
  generated: 'Généré',
  page: 'Page',
  people: 'Personnes',
  assignments: 'Attributions',
  completionRate: "Taux d'achèvement",
  organization: 'Organisation',
  noOrganization: 'Sans organisation',
  completed: 'Terminées',
  overdue: 'En retard',
  expired: 'Expirées',
  days: 'Jours en moyenne',
  person: 'Personne',
  module: 'Module',
  version: 'Vers.',
  status: 'Statut',
  assigned: 'Attribué',
  due: 'Échéance',
  score: 'Note',
  signature: 'Signature',
  notValid: 'NON VALIDE',
  noData: 'Aucune donnée',
  notSigned: 'Non signé',
  nobody: 'Personne ne correspond à ces filtres.',
  statuses: {
    not_started: 'Non commencé',
    in_progress: 'En cours',
    completed: 'Terminé',
    overdue: 'En retard',
    expired: 'Expiré',
  },
  tiers: { excellent: 'Excellent', good: 'Bon', needs_improvement: 'À améliorer', critical: 'Insuffisant' },
  faults: {
    moved: 'la signature appartient à un autre enregistrement',
    record_changed: "l'enregistrement a été modifié après la signature",
    content_changed: 'le contenu a été modifié après la signature',
    signature_changed: 'la signature elle-même a été modifiée',
    unknown_key: 'la signature a été faite avec une clé inconnue ici',
    retired_key: 'la signature a été faite avec une clé qui n’était plus utilisée alors',
    missing: 'la signature manque',
  },
};

const de: ReportTexts = {
  title: 'Abschlussbericht',
  generated: 'Erstellt',
  page: 'Seite',
  people: 'Personen',
  assignments: 'Zuweisungen',
  completionRate: 'Abschlussquote',
  organization: 'Organisation',
  noOrganization: 'Ohne Organisation',
  completed: 'Abgeschlossen',
  overdue: 'Überfällig',
  expired: 'Abgelaufen',
  days: 'Tage im Mittel',
  person: 'Person',
  module: 'Modul',
  version: 'Vers.',
  status: 'Status',
  assigned: 'Zugewiesen',
  due: 'Fällig',
  score: 'Ergebnis',
  signature: 'Unterschrift',
  notValid: 'NICHT GÜLTIG',
  noData: 'Keine Daten',
  notSigned: 'Nicht unterschrieben',
  nobody: 'Niemand entspricht diesen Filtern.',
  statuses: {
    not_started: 'Nicht begonnen',
    in_progress: 'In Bearbeitung',
    completed: 'Abgeschlossen',
    overdue: 'Überfällig',
    expired: 'Abgelaufen',
  },
  tiers: {
    excellent: 'Ausgezeichnet',
    good: 'Gut',
    needs_improvement: 'Verbesserungsbedarf',
    critical: 'Mangelhaft',
  },
  faults: {
    moved: 'die Unterschrift gehört zu einem anderen Datensatz',
    record_changed: 'der Datensatz wurde nach der Unterschrift geändert',
    content_changed: 'der Inhalt wurde nach der Unterschrift geändert',
    signature_changed: 'die Unterschrift selbst wurde geändert',
    unknown_key: 'die Unterschrift entstand mit einem hier unbekannten Schlüssel',
    retired_key: 'die Unterschrift entstand mit einem damals nicht mehr verwendeten Schlüssel',
    missing: 'die Unterschrift fehlt',
  },
};

/** The report's words by language; a missing one does not compile. */
export const reportTexts: Readonly<Record<ReportLanguage, ReportTexts>> = { en, es, fr, de };
