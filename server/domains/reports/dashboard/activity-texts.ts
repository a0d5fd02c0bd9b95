import type { ReportLanguage } from '../report-texts.ts';

/** What happened, in the words of one language (SPEC §3 Activity, SHELL-09). */
export interface ActivityTexts {
  readonly upload: (module: string, version: number) => string;
  readonly completion: (person: string, module: string) => string;
  readonly overdue: (person: string, module: string) => string;
}

/** The texts of recent activity in each language (DASH-01). */
export const activityTexts: Readonly<Record<ReportLanguage, ActivityTexts>> = {
  en: {
    upload: (module, version) =>
      version === 1 ? `${module} was published` : `Version ${String(version)} of ${module} was published`,
    completion: (person, module) => `${person} completed ${module}`,
    overdue: (person, module) => `${module} became overdue for ${person}`,
  },
  es: {
    upload: (module, version) =>
      version === 1 ? `Se publicó ${module}` : `Se publicó la versión ${String(version)} de ${module}`,
    completion: (person, module) => `${person} completó ${module}`,
    overdue: (person, module) => `${module} pasó a estar con retraso para ${person}`,
  },
  fr: {
    upload: (module, version) =>
      version === 1 ? `${module} a été publié` : `La version ${String(version)} de ${module} a été publiée`,
    completion: (person, module) => `${person} a terminé ${module}`,
    overdue: (person, module) => `${module} est désormais en retard pour ${person}`,
  },
  de: {
    upload: (module, version) =>
      version === 1
        ? `${module} wurde veröffentlicht`
        : `Version ${String(version)} von ${module} wurde veröffentlicht`,
    completion: (person, module) => `${person} hat ${module} abgeschlossen`,
    overdue: (person, module) => `${module} ist für ${person} überfällig geworden`,
  },
};
