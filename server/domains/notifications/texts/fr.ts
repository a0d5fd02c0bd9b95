import type { NoticeTexts } from './texts.ts';

/** The notifications in French. */
export const french: NoticeTexts = {
  first_login: ({ name }) => ['Première connexion', `${name} s’est connecté(e) pour la première fois.`],
  user_registered: ({ name, people }) =>
    people > 1
      ? ['Nouvelles personnes', `${people} personnes ont été ajoutées.`]
      : ['Nouvelle personne', `${name} fait désormais partie des utilisateurs.`],
  password_reset: ({ name }) => [
    'Mot de passe réinitialisé',
    `Le mot de passe de ${name} a été réinitialisé.`,
  ],
  training_completed: ({ name, title, self }) => [
    'Formation terminée',
    self ? `Vous avez terminé « ${title} ».` : `${name} a terminé « ${title} ».`,
  ],
  matrix_completed: ({ name, matrix }) => [
    'Matrice de formation terminée',
    `${name} a terminé tout ce que « ${matrix} » exige.`,
  ],
  overdue_training: ({ name, title, date }) => [
    'Formation en retard',
    `« ${title} » était à terminer pour le ${date} et ${name} ne l’a pas fait.`,
  ],
  renewal_due: ({ name, title, date, self }) => [
    'Renouvellement à faire',
    self
      ? `Veuillez renouveler « ${title} » d’ici le ${date}.`
      : `${name} doit renouveler « ${title} » d’ici le ${date}.`,
  ],
  matrix_assigned: ({ name, matrix, people, self }) => [
    'Matrice de formation attribuée',
    people > 1
      ? `${people} personnes de votre équipe ont reçu des formations de « ${matrix} ».`
      : self
        ? `Vous avez reçu des formations de « ${matrix} ».`
        : `${name} a reçu des formations de « ${matrix} ».`,
  ],
  training_assigned: ({ title, date }) => [
    'Nouvelle formation',
    `« ${title} » vous a été attribuée. Elle est à terminer pour le ${date}.`,
  ],
  account_locked: ({ name }) => [
    'Compte verrouillé',
    `Le compte de ${name} est verrouillé après trop de mots de passe ou de codes erronés. Déverrouillez-le sous Utilisateurs.`,
  ],
  sign_in_failures: ({ name, people }) => [
    'Échecs de connexion',
    `${people} tentatives sur le compte de ${name} ont échoué en une heure. Demandez s’il s’agit d’une erreur.`,
  ],
  job_title_changed: ({ name, from, to }) => [
    'Catégorie de formation modifiée',
    `${name} a changé sa catégorie de formation de « ${from || 'Non précisée'} » en « ${to || 'Non précisée'} ». Les formations attribuées restent telles quelles.`,
  ],
  new_version: ({ title, version }) => [
    'Nouvelle version',
    `« ${title} », que vous avez commencée, a maintenant la nouvelle version ${version}. Veuillez recommencer avec elle.`,
  ],
  name_requested: ({ name }) => [
    'Changement de nom à approuver',
    `${name} demande un autre nom sur les signatures. Approuvez-le ou refusez-le avec un motif.`,
  ],
  identity_requested: ({ name }) => [
    'Confirmation d’identité',
    `${name} ne peut pas signer et demande que vous confirmiez son identité. Demandez-lui le code qui lui est affiché.`,
  ],
  access_review_due: ({ people }) => [
    'Revue des accès',
    people === 1
      ? 'La revue des accès de 1 organisation demande votre attention.'
      : `Les revues des accès de ${people} organisations demandent votre attention.`,
  ],
  integrity_findings: ({ people }) => [
    'Contrôle d’intégrité',
    people === 1
      ? '1 nouveau constat demande votre attention.'
      : `${people} nouveaux constats demandent votre attention.`,
  ],
  document_expiring: ({ expires, name, title, date, people, self }) => [
    'Documents qui expirent',
    people > 1
      ? `${people} documents dont vous avez la charge expirent ou doivent être revus${date && `, le premier le ${date}`}.`
      : {
          cv: self
            ? `Le dernier jour de votre CV est le ${date}.`
            : `Le dernier jour du CV de ${name} est le ${date}.`,
          notice: `L’accord « ${title} » est à résilier ou à renouveler avant le ${date}.`,
          agreement: `Le dernier jour de l’accord « ${title} » est le ${date}.`,
          review: `Le jour prévu pour la révision de « ${title} » est le ${date}.`,
          registration: `Le dernier jour de l’immatriculation « ${title} » est le ${date}.`,
          reading: `« ${title} » est à lire, et il faut en prendre acte, avant le ${date}.`,
        }[expires],
  ],
};
