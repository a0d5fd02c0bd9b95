/** The state of an email on screen: one that is being sent counts as pending (NOT-02). */
export const mailStates = ['waiting', 'sent', 'failed', 'held'] as const;

/** One of {@link mailStates}. */
export type MailState = (typeof mailStates)[number];

/** The possible audiences of an announcement (NOT-02). */
export const announcementAudiences = ['everyone', 'managers', 'admins'] as const;
