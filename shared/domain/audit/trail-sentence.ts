import type { Text } from '../../texts/define-texts.ts';
import { isTokenActor } from '../access/token-scopes.ts';
import { trailWords } from '../../trail/words.ts';
import type { TrailChange, TrailEntry, TrailValue } from './trail.ts';

/** The texts and formats of a reader: of the page, or of the server for its files. */
export interface TrailVoice {
  /** Returns a text that each version has. */
  readonly say: (text: Text, values?: Record<string, string>) => string;
  /** Returns a text of `shared/trail` by its id; undefined if this version does not have the code. */
  readonly known: (id: string, values?: Record<string, string>) => string | undefined;
  /** Formats a calendar date 'YYYY-MM-DD'. */
  readonly date: (day: string) => string;
  /** Formats an instant with its zone. */
  readonly dateTime: (instant: string) => string;
  readonly number: (value: number) => string;
  /** 'a, b, and c'. */
  readonly list: (items: readonly string[]) => string;
}

type Who = Pick<TrailEntry, 'actor' | 'origin'>;

const origins = {
  system: trailWords.system,
  job: trailWords.system,
  command_line: trailWords.commandLine,
  request: trailWords.nobody,
} as const;

/** Returns the actor: a person, an API token, or the name of the system. */
export function actorText(voice: TrailVoice, { actor, origin }: Who): string {
  if (actor && isTokenActor(actor.id)) return voice.say(trailWords.token, { name: actor.name });
  return actor?.name ?? voice.say(origins[origin]);
}

/** Returns the first person whom a command concerns and the number of others. Empty if it concerns nobody. */
export function peopleText(
  voice: TrailVoice,
  { people, peopleCount }: Pick<TrailEntry, 'people' | 'peopleCount'>,
): string {
  const names = people.map(({ name }) => name);
  const others = peopleCount - names.length;
  return voice.list(
    others > 0 ? [...names, voice.say(trailWords.more, { others: voice.number(others) })] : names,
  );
}

/** Returns one command in one sentence (AUD-03): 'Ana Ruiz changed a due date: Tom Fisher · GCP basics'. */
export function sentenceOf(voice: TrailVoice, entry: TrailEntry): string {
  const actor = actorText(voice, entry);
  const action =
    voice.known(`trail.action.${entry.action}`, { actor }) ?? voice.say(trailWords.otherAction, { actor });
  const about = [peopleText(voice, entry), entry.record?.name].filter(Boolean).join(' · ');
  return about === '' ? action : voice.say(trailWords.about, { action, about });
}

/** Returns the name of a field. */
export const fieldName = (voice: TrailVoice, field: string): string =>
  voice.known(`trail.field.${field}`) ?? voice.say(trailWords.otherField);

/** Returns the name of a kind of record. */
export const recordKind = (voice: TrailVoice, type: string): string =>
  voice.known(`trail.record.${type}`) ?? voice.say(trailWords.otherRecord);

/** Returns a value in the form for people, in their language and zone. */
export function valueText(voice: TrailVoice, field: string, { kind, text }: TrailValue): string {
  if (text === null) return voice.say(kind === 'name' ? trailWords.removed : trailWords.hidden);
  switch (kind) {
    case 'day':
      return voice.date(text);
    case 'instant':
      return voice.dateTime(text);
    case 'number':
      return voice.number(Number(text));
    case 'flag':
      return voice.say(text === 'true' ? trailWords.yes : trailWords.no);
    case 'code': {
      const column = field.slice(field.lastIndexOf('.') + 1);
      return voice.known(`trail.value.${column}.${text}`) ?? text;
    }
    case 'content':
    case 'name':
    case 'text':
      return text;
  }
}

/** Returns one changed field on one line: 'Due date: Mar 5, 2026 → Apr 5, 2026'. */
export function changeText(voice: TrailVoice, { field, before, after }: TrailChange): string {
  const name = fieldName(voice, field);
  if (before?.kind === 'content' && after?.kind === 'content')
    return voice.say(trailWords.fieldChanged, { field: name });
  const now = after ? valueText(voice, field, after) : voice.say(trailWords.empty);
  return before
    ? voice.say(trailWords.fieldMoved, { field: name, before: valueText(voice, field, before), after: now })
    : voice.say(trailWords.fieldSet, { field: name, after: now });
}

/** Returns the origin of a command, if it is known: its address, background job or command line. */
export function originText(
  voice: TrailVoice,
  { origin, from }: Pick<TrailEntry, 'origin' | 'from'>,
): string | null {
  if (from === null) return null;
  if (origin === 'job') return voice.say(trailWords.fromJob, { from });
  if (origin === 'command_line') return voice.say(trailWords.fromCommandLine, { from });
  return voice.say(trailWords.fromAddress, { from });
}
