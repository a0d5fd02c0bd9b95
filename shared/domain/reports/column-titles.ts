import type { ExportColumn } from './data-sets.ts';

type Words = readonly [en: string, es: string, fr: string, de: string];

/** The names of columns for people, once for sheets, pages and the choice on the screen (RPT-03). */
const titles: Readonly<Record<ExportColumn, Words>> = {
  action: ['Action', 'Acción', 'Action', 'Aktion'],
  active: ['Active', 'Activo', 'Actif', 'Aktiv'],
  actor: ['By', 'Por', 'Par', 'Von'],
  address: ['Address', 'Dirección', 'Adresse', 'Adresse'],
  assigned: ['Assigned', 'Asignadas', 'Attribuées', 'Zugewiesen'],
  assigned_at: ['Assigned', 'Asignado', 'Attribué', 'Zugewiesen'],
  assignment_id: ['Assignment', 'Asignación', 'Attribution', 'Zuweisung'],
  at_utc: ['Time (UTC)', 'Hora (UTC)', 'Heure (UTC)', 'Zeit (UTC)'],
  certificate: ['Certificate', 'Certificado', 'Certificat', 'Zertifikat'],
  changes: ['Changes', 'Cambios', 'Modifications', 'Änderungen'],
  command: ['Command', 'Comando', 'Commande', 'Befehl'],
  completed: ['Completed', 'Completadas', 'Achevées', 'Abgeschlossen'],
  completed_at: ['Completed', 'Completado', 'Achevé', 'Abgeschlossen'],
  completed_tz: [
    'Zone of the completion',
    'Zona de la finalización',
    'Fuseau de l’achèvement',
    'Zone des Abschlusses',
  ],
  completion_rate: [
    'Completion rate (%)',
    'Tasa de finalización (%)',
    'Taux d’achèvement (%)',
    'Abschlussquote (%)',
  ],
  days_to_due: ['Days to due', 'Días hasta el vencimiento', 'Jours jusqu’à l’échéance', 'Tage bis zur Frist'],
  department: ['Department', 'Departamento', 'Département', 'Abteilung'],
  due_date: ['Due', 'Vence', 'Échéance', 'Fällig'],
  due_moved_at: ['Due date moved', 'Fecha límite cambiada', 'Échéance déplacée', 'Frist verschoben'],
  due_moved_by: ['Moved by', 'Cambiada por', 'Déplacée par', 'Verschoben von'],
  due_moved_reason: [
    'Reason for moving',
    'Motivo del cambio',
    'Motif du déplacement',
    'Grund der Verschiebung',
  ],
  effective_version: ['Effective version', 'Versión en vigor', 'Version en vigueur', 'Gültige Version'],
  email: ['Email', 'Correo', 'E-mail', 'E-Mail'],
  event_id: ['Event', 'Evento', 'Événement', 'Ereignis'],
  first_due_date: ['First due date', 'Primera fecha límite', 'Première échéance', 'Erste Frist'],
  expired: ['Expired', 'Caducadas', 'Expirées', 'Abgelaufen'],
  first_name: ['First name', 'Nombre', 'Prénom', 'Vorname'],
  job_title: ['Job title', 'Puesto', 'Poste', 'Tätigkeit'],
  kind: ['Kind', 'Tipo', 'Type', 'Art'],
  last_activity: ['Last activity', 'Última actividad', 'Dernière activité', 'Letzte Aktivität'],
  last_name: ['Last name', 'Apellidos', 'Nom', 'Nachname'],
  manager: ['Manager', 'Responsable', 'Responsable', 'Führungskraft'],
  matrix: ['Matrix', 'Matriz', 'Matrice', 'Matrix'],
  meaning: [
    'Meaning of the signature',
    'Significado de la firma',
    'Signification de la signature',
    'Bedeutung der Unterschrift',
  ],
  module: ['Module', 'Módulo', 'Module', 'Modul'],
  organization: ['Organization', 'Organización', 'Organisation', 'Organisation'],
  origin: ['Origin', 'Origen', 'Origine', 'Herkunft'],
  outcome: ['Outcome', 'Resultado', 'Résultat', 'Ergebnis'],
  overdue: ['Overdue', 'Vencidas', 'En retard', 'Überfällig'],
  reader_tz: [
    'Time zone of the reader',
    'Zona horaria del lector',
    'Fuseau du lecteur',
    'Zeitzone der lesenden Person',
  ],
  reason: ['Reason', 'Motivo', 'Motif', 'Grund'],
  record: ['Record type', 'Tipo de registro', 'Type d’enregistrement', 'Art des Datensatzes'],
  record_id: ['Completion', 'Finalización', 'Achèvement', 'Abschluss'],
  record_key: ['Record', 'Registro', 'Enregistrement', 'Datensatz'],
  recorded_at: ['Recorded', 'Registrado', 'Enregistré', 'Aufgezeichnet'],
  reference: ['Reference', 'Referencia', 'Référence', 'Kennung'],
  renewal_months: ['Renewal (months)', 'Renovación (meses)', 'Renouvellement (mois)', 'Erneuerung (Monate)'],
  request: ['Request', 'Solicitud', 'Requête', 'Anfrage'],
  required: ['Required', 'Obligatorio', 'Obligatoire', 'Pflicht'],
  role: ['Role', 'Rol', 'Rôle', 'Rolle'],
  score: ['Score', 'Nota', 'Note', 'Punkte'],
  signature_problem: ['Why not valid', 'Por qué no es válida', 'Pourquoi non valide', 'Warum nicht gültig'],
  signature_valid: ['Signature valid', 'Firma válida', 'Signature valide', 'Unterschrift gültig'],
  signed_at: ['Signed', 'Firmado', 'Signé', 'Unterschrieben'],
  signed_tz: [
    'Zone of the signer',
    'Zona del firmante',
    'Fuseau du signataire',
    'Zone der unterschreibenden Person',
  ],
  signer_name: ['Signer', 'Firmante', 'Signataire', 'Unterschrieben von'],
  started_at: ['Started', 'Empezado', 'Commencé', 'Begonnen'],
  status: ['Status', 'Estado', 'Statut', 'Status'],
  subject: ['About', 'Sobre', 'Au sujet de', 'Über'],
  user_agent: ['Browser', 'Navegador', 'Navigateur', 'Browser'],
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
