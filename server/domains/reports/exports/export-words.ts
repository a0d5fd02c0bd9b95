import type { DataSetName } from '#shared/domain/reports/data-sets.ts';

type FilterName =
  'org' | 'departmentId' | 'userId' | 'moduleId' | 'version' | 'team' | 'q' | 'status' | 'from' | 'to';

/** Every word of an exported file in one language, but for its columns. */
export interface ExportWords {
  readonly dataSets: Readonly<Record<DataSetName, string>>;
  readonly filters: Readonly<Record<FilterName, string>>;
  readonly data: string;
  readonly about: string;
  readonly dataSet: string;
  readonly asOf: string;
  readonly now: string;
  readonly filter: string;
  readonly none: string;
  readonly generated: string;
  readonly zone: string;
  readonly zoneText: (zone: string) => string;
  /** The same for the audit trail, which is sealed in UTC. */
  readonly utcText: string;
  readonly reach: string;
  readonly reaches: Readonly<Record<'all' | 'team' | 'nobody', string>>;
  readonly requestedBy: string;
  readonly page: string;
  readonly empty: string;
}

/** The words of exported files (RPT-03, SHELL-09). */
export const exportWords: Readonly<Record<'en' | 'es' | 'fr' | 'de', ExportWords>> = {
  en: {
    dataSets: {
      people: 'People',
      assignments: 'Assignments',
      completions: 'Completions',
      training: 'Training Status',
      matrix: 'Training Matrix',
      audit: 'Audit Trail',
      report: 'Completion Report',
    },
    filters: {
      org: 'Organization',
      departmentId: 'Department',
      userId: 'User ID',
      moduleId: 'Module',
      version: 'Version',
      team: 'Team',
      q: 'Search',
      status: 'Status',
      from: 'From',
      to: 'To',
    },
    data: 'Data',
    about: 'About',
    dataSet: 'Data set',
    asOf: 'As of',
    now: 'Now',
    filter: 'Filters',
    none: 'None',
    generated: 'Generated',
    zone: 'Times',
    utcText: 'Times are in UTC.',
    zoneText: (zone) =>
      `Times are in ${zone}, those of completions and signatures in the zone in which they were recorded. Due dates are calendar dates of the organization.`,
    reach: 'Reach',
    reaches: {
      all: 'The whole installation',
      team: 'Direct and indirect reports of the requester',
      nobody: 'Nobody',
    },
    requestedBy: 'Requested by',
    page: 'Page',
    empty: 'Nothing matches these filters.',
  },
  es: {
    dataSets: {
      people: 'Personas',
      assignments: 'Asignaciones',
      completions: 'Finalizaciones',
      training: 'Estado de la formación',
      matrix: 'Matriz de formación',
      audit: 'Registro de auditoría',
      report: 'Informe de finalización',
    },
    filters: {
      org: 'Organización',
      departmentId: 'Departamento',
      userId: 'ID de usuario',
      moduleId: 'Módulo',
      version: 'Versión',
      team: 'Equipo',
      q: 'Búsqueda',
      status: 'Estado',
      from: 'Desde',
      to: 'Hasta',
    },
    data: 'Datos',
    about: 'Acerca de',
    dataSet: 'Conjunto de datos',
    asOf: 'A fecha de',
    now: 'Ahora',
    filter: 'Filtros',
    none: 'Ninguno',
    generated: 'Generado',
    zone: 'Horas',
    utcText: 'Las horas están en UTC.',
    zoneText: (zone) =>
      `Las horas están en ${zone}; las de las finalizaciones y firmas, en la zona en la que se registraron. Las fechas límite son fechas de calendario de la organización.`,
    reach: 'Alcance',
    reaches: {
      all: 'Toda la instalación',
      team: 'Personas a cargo directo e indirecto del solicitante',
      nobody: 'Nadie',
    },
    requestedBy: 'Solicitado por',
    page: 'Página',
    empty: 'Nada coincide con estos filtros.',
  },
  fr: {
    dataSets: {
      people: 'Personnes',
      assignments: 'Attributions',
      completions: 'Achèvements',
      training: 'État de la formation',
      matrix: 'Matrice de formation',
      audit: 'Piste d’audit',
      report: 'Rapport d’achèvement',
    },
    filters: {
      org: 'Organisation',
      departmentId: 'Département',
      userId: 'Identifiant',
      moduleId: 'Module',
      version: 'Version',
      team: 'Équipe',
      q: 'Recherche',
      status: 'Statut',
      from: 'Du',
      to: 'Au',
    },
    data: 'Données',
    about: 'À propos',
    dataSet: 'Jeu de données',
    asOf: 'État au',
    now: 'Maintenant',
    filter: 'Filtres',
    none: 'Aucun',
    generated: 'Généré',
    zone: 'Heures',
    utcText: 'Les heures sont en UTC.',
    zoneText: (zone) =>
      `Les heures sont en ${zone}, celles des achèvements et des signatures dans le fuseau où ils ont été enregistrés. Les échéances sont des dates du calendrier de l’organisation.`,
    reach: 'Périmètre',
    reaches: {
      all: 'Toute l’installation',
      team: 'Subordonnés directs et indirects du demandeur',
      nobody: 'Personne',
    },
    requestedBy: 'Demandé par',
    page: 'Page',
    empty: 'Rien ne correspond à ces filtres.',
  },
  de: {
    dataSets: {
      people: 'Personen',
      assignments: 'Zuweisungen',
      completions: 'Abschlüsse',
      training: 'Schulungsstand',
      matrix: 'Schulungsmatrix',
      audit: 'Audit-Trail',
      report: 'Abschlussbericht',
    },
    filters: {
      org: 'Organisation',
      departmentId: 'Abteilung',
      userId: 'Benutzer-ID',
      moduleId: 'Modul',
      version: 'Version',
      team: 'Team',
      q: 'Suche',
      status: 'Status',
      from: 'Von',
      to: 'Bis',
    },
    data: 'Daten',
    about: 'Über diese Datei',
    dataSet: 'Datensatzart',
    asOf: 'Stand',
    now: 'Jetzt',
    filter: 'Filter',
    none: 'Keine',
    generated: 'Erstellt',
    zone: 'Zeiten',
    utcText: 'Zeiten stehen in UTC.',
    zoneText: (zone) =>
      `Zeiten stehen in ${zone}, die von Abschlüssen und Unterschriften in der Zone, in der sie aufgezeichnet wurden. Fristen sind Kalendertage der Organisation.`,
    reach: 'Reichweite',
    reaches: {
      all: 'Die gesamte Installation',
      team: 'Direkt und indirekt unterstellte Personen des Anforderers',
      nobody: 'Niemand',
    },
    requestedBy: 'Angefordert von',
    page: 'Seite',
    empty: 'Nichts entspricht diesen Filtern.',
  },
};
