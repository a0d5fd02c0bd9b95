import { AppError } from '#shared/contract/errors.ts';

/** The number of runs at once, and the number that may wait. */
export interface TurnRules {
  readonly atOnce: number;
  /** Limits per person: less than all, so that the next person's file does not wait for those of the first. */
  readonly atOncePerPerson: number;
  readonly waitingPerPerson: number;
  /** Milliseconds. */
  readonly longestDirectWait: number;
}

interface Waiting {
  readonly start: () => void;
}

/**
 * Turns by person: people take turns, however many runs each has pending, and no one person takes all places. Throws
 * TOO_MANY_ATTEMPTS if a person has too many pending runs, TIMEOUT if their turn does not come.
 */
export class Turns {
  readonly #rules: TurnRules;
  /** In the order of their next turns: a person who had one goes to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #active = 0;

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  async take<T>(person: string, work: () => Promise<T>): Promise<T> {
    await this.#placeFor(person);
    try {
      return await work();
    } finally {
      this.#count(person, -1);
      this.#next();
    }
  }

  #placeFor(person: string): Promise<void> {
    if (!this.#queues.has(person) && this.#mayRun(person)) {
      this.#count(person, 1);
      return Promise.resolve();
    }
    const queue = this.#queues.get(person) ?? [];
    if (queue.length >= this.#rules.waitingPerPerson)
      throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter: 10 } });
    this.#queues.set(person, queue);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#remove(person, entry);
      reject(new AppError('TIMEOUT'));
    };
    const timer = setTimeout(leave, this.#rules.longestDirectWait);
    const entry: Waiting = {
      start: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    queue.push(entry);
    return promise;
  }

  #mayRun(person: string): boolean {
    const running = this.#running.get(person) ?? 0;
    return this.#active < this.#rules.atOnce && running < this.#rules.atOncePerPerson;
  }

  #count(person: string, by: 1 | -1): void {
    this.#active += by;
    const running = (this.#running.get(person) ?? 0) + by;
    if (running === 0) this.#running.delete(person);
    else this.#running.set(person, running);
  }

  #remove(person: string, entry: Waiting): void {
    const queue = this.#queues.get(person);
    queue?.splice(queue.indexOf(entry), 1);
    if (queue?.length === 0) this.#queues.delete(person);
  }

  /** Starts the next entries that may run, while places are free. */
  #next(): void {
    for (const [person, [first]] of this.#queues) {
      if (!first || !this.#mayRun(person)) continue;
      this.#remove(person, first);
      const rest = this.#queues.get(person);
      if (rest) {
        this.#queues.delete(person);
        this.#queues.set(person, rest);
      }
      this.#count(person, 1);
      first.start();
      // The place was the only one that became free.
      if (this.#active >= this.#rules.atOnce) return;
    }
  }
}
