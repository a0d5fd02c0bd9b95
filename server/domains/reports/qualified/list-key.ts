import { z } from 'zod';
import { keyOfText, textOfKey } from '../place-key.ts';

/** The place of a row in the list: last name, first name, person, title, module. */
export type ListKey = readonly [string, string, string, string, number];

const listKey = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int()]);

/** Returns the place behind a row, as the next page is requested. */
export const nextOf = (key: ListKey): string => textOfKey(key);

/** Returns the place that {@link nextOf} wrote; VALIDATION_FAILED for anything else. */
export const afterOf = (text: string): ListKey => keyOfText(text, listKey, 'after');
