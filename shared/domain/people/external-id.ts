/** The longest external ID of a person, in characters (USR-06). */
export const EXTERNAL_ID_MAX = 100;
