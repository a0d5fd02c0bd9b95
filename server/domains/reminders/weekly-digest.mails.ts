import {
  mailDate,
  type MailLanguage,
  type MailSection,
  type MailTemplate,
} from '#server/platform/mail/template.ts';
import { plural } from './schedule.texts.ts';

/** A training of somebody in the team, with the day that matters. */
export interface DigestItem {
  readonly person: string;
  readonly title: string;
  readonly day: string | null;
}

/** One list of the digest: how many there are, and the first of them. */
export interface DigestList {
  readonly count: number;
  readonly listed: readonly DigestItem[];
}

/** The weekly digest of a manager (NOT-06). */
export interface WeeklyDigest {
  readonly overdue: DigestList;
  /** Completions that are no longer valid; missing in what an earlier version queued. */
  readonly expired?: DigestList;
  readonly expiring: DigestList;
  readonly fresh: DigestList;
}

interface Texts {
  readonly subject: string;
  readonly nothing: string;
  readonly overdue: string;
  readonly expired: string;
  readonly expiring: string;
  readonly fresh: string;
  readonly since: (day: string) => string;
  readonly until: (day: string) => string;
  readonly wasUntil: (day: string) => string;
  readonly due: (day: string) => string;
  readonly noDate: string;
  readonly more: (count: number) => string;
  readonly open: string;
}

const texts: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    subject: 'Your team this week',
    nothing:
      'Nothing is overdue, expired or about to expire, and nothing new was assigned in the last seven days.',
    overdue: 'Overdue',
    expired: 'Expired',
    expiring: 'Expiring in the next 30 days',
    fresh: 'Assigned in the last seven days',
    since: (day) => `due ${day}`,
    until: (day) => `valid until ${day}`,
    wasUntil: (day) => `was valid until ${day}`,
    due: (day) => `due ${day}`,
    noDate: 'no due date',
    more: plural('en', 'and # more', 'and # more'),
    open: 'Open my team',
  },
  es: {
    subject: 'Su equipo esta semana',
    nothing:
      'No hay nada vencido, caducado ni a punto de caducar, y no se asignó nada nuevo en los últimos siete días.',
    overdue: 'Vencidas',
    expired: 'Caducadas',
    expiring: 'Caducan en los próximos 30 días',
    fresh: 'Asignadas en los últimos siete días',
    since: (day) => `fecha límite: ${day}`,
    until: (day) => `válida hasta: ${day}`,
    wasUntil: (day) => `era válida hasta: ${day}`,
    due: (day) => `fecha límite: ${day}`,
    noDate: 'sin fecha límite',
    more: plural('es', 'y # más', 'y # más'),
    open: 'Abrir mi equipo',
  },
  fr: {
    subject: 'Votre équipe cette semaine',
    nothing:
      'Rien n’est en retard, expiré ni sur le point d’expirer, et rien n’a été attribué au cours des sept derniers jours.',
    overdue: 'En retard',
    expired: 'Expirées',
    expiring: 'Expirent dans les 30 prochains jours',
    fresh: 'Attribuées au cours des sept derniers jours',
    since: (day) => `échéance : ${day}`,
    until: (day) => `valable jusqu’au ${day}`,
    wasUntil: (day) => `était valable jusqu’au ${day}`,
    due: (day) => `échéance : ${day}`,
    noDate: 'sans échéance',
    more: plural('fr', 'et # autre', 'et # autres'),
    open: 'Ouvrir mon équipe',
  },
  de: {
    subject: 'Ihr Team in dieser Woche',
    nothing:
      'Nichts ist überfällig, abgelaufen oder läuft bald ab, und in den letzten sieben Tagen wurde nichts neu zugewiesen.',
    overdue: 'Überfällig',
    expired: 'Abgelaufen',
    expiring: 'Laufen in den nächsten 30 Tagen ab',
    fresh: 'In den letzten sieben Tagen zugewiesen',
    since: (day) => `fällig am ${day}`,
    until: (day) => `gültig bis ${day}`,
    wasUntil: (day) => `war gültig bis ${day}`,
    due: (day) => `fällig am ${day}`,
    noDate: 'ohne Frist',
    more: plural('de', 'und # weitere', 'und # weitere'),
    open: 'Mein Team öffnen',
  },
};

/** The weekly email to who manages people: who is overdue, what has expired or expires soon, what is new (NOT-06). */
export const weeklyDigestMail: MailTemplate<WeeklyDigest> = {
  name: 'reminders.weeklyDigest',
  category: 'digest',
  render: (language, { overdue, expired, expiring, fresh }) => {
    const words = texts[language];
    const section = (
      heading: string,
      { count, listed }: DigestList,
      detail: (day: string) => string,
    ): readonly MailSection[] =>
      count === 0
        ? []
        : [
            {
              heading: `${heading} (${String(count)})`,
              items: listed.map(({ person, title, day }) => ({
                text: `${person} – ${title}`,
                detail: day === null ? words.noDate : detail(mailDate(day, language)),
              })),
              more: count > listed.length ? words.more(count - listed.length) : undefined,
            },
          ];
    const sections = [
      ...section(words.overdue, overdue, words.since),
      ...(expired ? section(words.expired, expired, words.wasUntil) : []),
      ...section(words.expiring, expiring, words.until),
      ...section(words.fresh, fresh, words.due),
    ];
    return {
      subject: words.subject,
      lines: sections.length === 0 ? [words.nothing] : [],
      sections,
      action: { label: words.open, path: '/team' },
    };
  },
};
