/** How a mail stands for a person who looks: one that is on its way counts as waiting (NOT-02). */
export const mailStates = ['waiting', 'sent', 'failed', 'held'] as const;

/** One of {@link mailStates}. */
export type MailState = (typeof mailStates)[number];

/** Whom an announcement can be for (NOT-02). */
export const announcementAudiences = ['everyone', 'managers', 'admins'] as const;
