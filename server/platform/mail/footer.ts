import type { MailCategory } from '#shared/domain/notifications/mail-switches.ts';
import type { MailLanguage } from './template.ts';

const texts: Readonly<
  Record<MailLanguage, Readonly<Record<MailCategory, string>> & { readonly settings: string }>
> = {
  en: {
    security: 'You get this message because it concerns you personally; it comes whatever your settings say.',
    training: 'You get this message because trainings are assigned to you in TrainTrail.',
    reminder: 'You get this message because TrainTrail reminds you of trainings, as your settings say.',
    system: 'You get this message because you chose to receive announcements about TrainTrail.',
    document: 'You get this message because it is about documents that you look after.',
    digest: 'You get this message because you chose a weekly summary of your team.',
    settings: 'Your settings',
  },
  es: {
    security: 'Recibe este mensaje porque le concierne personalmente; llega sea cual sea su configuración.',
    training: 'Recibe este mensaje porque tiene formaciones asignadas en TrainTrail.',
    reminder: 'Recibe este mensaje porque TrainTrail le recuerda formaciones, según su configuración.',
    system: 'Recibe este mensaje porque eligió recibir avisos sobre TrainTrail.',
    document: 'Recibe este mensaje porque trata de documentos que están a su cargo.',
    digest: 'Recibe este mensaje porque eligió un resumen semanal de su equipo.',
    settings: 'Su configuración',
  },
  fr: {
    security:
      'Vous recevez ce message parce qu’il vous concerne personnellement ; il arrive quels que soient vos paramètres.',
    training: 'Vous recevez ce message parce que des formations vous sont attribuées dans TrainTrail.',
    reminder:
      'Vous recevez ce message parce que TrainTrail vous rappelle des formations, selon vos paramètres.',
    system: 'Vous recevez ce message parce que vous avez choisi de recevoir les annonces sur TrainTrail.',
    document: 'Vous recevez ce message parce qu’il concerne des documents dont vous avez la charge.',
    digest: 'Vous recevez ce message parce que vous avez choisi un résumé hebdomadaire de votre équipe.',
    settings: 'Vos paramètres',
  },
  de: {
    security:
      'Sie erhalten diese Nachricht, weil sie Sie persönlich betrifft; sie kommt unabhängig von Ihren Einstellungen.',
    training: 'Sie erhalten diese Nachricht, weil Ihnen in TrainTrail Schulungen zugewiesen sind.',
    reminder:
      'Sie erhalten diese Nachricht, weil TrainTrail Sie nach Ihren Einstellungen an Schulungen erinnert.',
    system: 'Sie erhalten diese Nachricht, weil Sie Mitteilungen zu TrainTrail gewählt haben.',
    document: 'Sie erhalten diese Nachricht, weil sie Dokumente betrifft, um die Sie sich kümmern.',
    digest: 'Sie erhalten diese Nachricht, weil Sie eine wöchentliche Übersicht über Ihr Team gewählt haben.',
    settings: 'Ihre Einstellungen',
  },
};

/** The reason why a person gets an email of this category, and the place to change that (NOT-02). */
export function mailFooter(
  category: MailCategory,
  language: MailLanguage,
): { readonly why: string; readonly label: string; readonly path: `/${string}` } {
  const { settings, [category]: why } = texts[language];
  const tab = category === 'security' ? 'security' : 'notifications';
  return { why, label: settings, path: `/settings?tab=${tab}` };
}
