import type { ExportColumn } from './data-sets.ts';

type Words = readonly [en: string, es: string, fr: string, de: string];

/** The names of columns for people, once for sheets, pages and the choice on the screen (RPT-03). */
const titles: Readonly<Record<ExportColumn, Words>> = {
  action: ['Action', 'Acción', 'Action', 'Aktion'],
  active: ['Active', 'Activo', 'Actif', 'Aktiv'],
  actor: ['By', 'Por', 'Par', 'Von'],
  assigned: ['Assigned', 'Asignadas', 'Attribuées', 'Zugewiesen'],
  assigned_at_utc: ['Assigned (UTC)', 'Asignado (UTC)', 'Attribué (UTC)', 'Zugewiesen (UTC)'],
  assignment_id: ['Assignment', 'Asignación', 'Attribution', 'Zuweisung'],
  at_utc: ['Time (UTC)', 'Hora (UTC)', 'Heure (UTC)', 'Zeit (UTC)'],
  certificate: ['Certificate', 'Certificado', 'Certificat', 'Zertifikat'],
  changes: ['Changes', 'Cambios', 'Modifications', 'Änderungen'],
  completed: ['Completed', 'Completadas', 'Achevées', 'Abgeschlossen'],
  completed_at_utc: ['Completed (UTC)', 'Completado (UTC)', 'Achevé (UTC)', 'Abgeschlossen (UTC)'],
  completion_rate: [
    'Completion rate (%)',
    'Tasa de finalización (%)',
    'Taux d’achèvement (%)',
    'Abschlussquote (%)',
  ],
  days_to_due: ['Days to due', 'Días hasta el vencimiento', 'Jours jusqu’à l’échéance', 'Tage bis zur Frist'],
  department: ['Department', 'Departamento', 'Département', 'Abteilung'],
  due_date: ['Due', 'Vence', 'Échéance', 'Fällig'],
  email: ['Email', 'Correo', 'E-mail', 'E-Mail'],
  event_id: ['Event', 'Evento', 'Événement', 'Ereignis'],
  expired: ['Expired', 'Caducadas', 'Expirées', 'Abgelaufen'],
  first_name: ['First name', 'Nombre', 'Prénom', 'Vorname'],
  job_title: ['Job title', 'Puesto', 'Poste', 'Tätigkeit'],
  kind: ['Kind', 'Tipo', 'Type', 'Art'],
  last_activity_utc: [
    'Last activity (UTC)',
    'Última actividad (UTC)',
    'Dernière activité (UTC)',
    'Letzte Aktivität (UTC)',
  ],
  last_name: ['Last name', 'Apellidos', 'Nom', 'Nachname'],
  manager: ['Manager', 'Responsable', 'Responsable', 'Vorgesetzte Person'],
  matrix: ['Matrix', 'Matriz', 'Matrice', 'Matrix'],
  meaning: [
    'Meaning of the signature',
    'Significado de la firma',
    'Signification de la signature',
    'Bedeutung der Unterschrift',
  ],
  module: ['Module', 'Módulo', 'Module', 'Modul'],
  organization: ['Organization', 'Organización', 'Organisation', 'Organisation'],
  outcome: ['Outcome', 'Resultado', 'Résultat', 'Ergebnis'],
  overdue: ['Overdue', 'Vencidas', 'En retard', 'Überfällig'],
  reason: ['Reason', 'Motivo', 'Motif', 'Grund'],
  record: ['Record type', 'Tipo de registro', 'Type d’enregistrement', 'Art des Datensatzes'],
  record_id: ['Completion', 'Finalización', 'Achèvement', 'Abschluss'],
  record_key: ['Record', 'Registro', 'Enregistrement', 'Datensatz'],
  recorded_at_utc: ['Recorded (UTC)', 'Registrado (UTC)', 'Enregistré (UTC)', 'Aufgezeichnet (UTC)'],
  reference: ['Reference', 'Referencia', 'Référence', 'Kennung'],
  renewal_months: ['Renewal (months)', 'Renovación (meses)', 'Renouvellement (mois)', 'Erneuerung (Monate)'],
  required: ['Required', 'Obligatorio', 'Obligatoire', 'Pflicht'],
  role: ['Role', 'Rol', 'Rôle', 'Rolle'],
  score: ['Score', 'Nota', 'Note', 'Punkte'],
  signature_problem: ['Why not valid', 'Por qué no es válida', 'Pourquoi non valide', 'Warum nicht gültig'],
  signature_valid: ['Signature valid', 'Firma válida', 'Signature valide', 'Unterschrift gültig'],
  signed_at_utc: ['Signed (UTC)', 'Firmado (UTC)', 'Signé (UTC)', 'Unterschrieben (UTC)'],
  signed_tz: [
    'Zone of the signer',
    'Zona del firmante',
    'Fuseau du signataire',
    'Zone der unterschreibenden Person',
  ],
  signer_name: ['Signer', 'Firmante', 'Signataire', 'Unterschrieben von'],
  started_at_utc: ['Started (UTC)', 'Empezado (UTC)', 'Commencé (UTC)', 'Begonnen (UTC)'],
  status: ['Status', 'Estado', 'Statut', 'Status'],
  subject: ['About', 'Sobre', 'Au sujet de', 'Über'],
  user_id: ['User ID', 'ID de usuario', 'Identifiant', 'Benutzer-ID'],
  valid_until: ['Valid until', 'Válido hasta', 'Valable jusqu’au', 'Gültig bis'],
  version: ['Version', 'Versión', 'Version', 'Version'],
};

const order = ['en', 'es', 'fr', 'de'] as const;

/** The name of a column in a language of the product; English where it is another one. */
export function columnTitle(column: ExportColumn, language: string): string {
  const index = order.findIndex((known) => known === language);
  return titles[column][index] ?? titles[column][0];
}
