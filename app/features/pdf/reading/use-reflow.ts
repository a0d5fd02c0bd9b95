import { useEffect, useRef, useState } from 'react';
import { contentOf } from '#app/features/pdf/reading/contents.ts';
import { profileOf, type Profile } from '#app/features/pdf/reading/profile.ts';
import { betweenPages, reflowPage, type ReflowedPage } from '#app/features/pdf/reading/reflow.ts';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

/** The number of pages from which the profile of the document is derived. */
const sampled = 10;

/** A page for reading, or the fact that it could not be read. */
export type ReadPage = ReflowedPage | { readonly kind: 'failed' };

/** Reads and reflows the pages of a document, each once. */
export class Reflow {
  readonly #pdf: Pdf;
  #profile: Promise<Profile> | null = null;
  readonly #pages = new Map<number, Promise<ReflowedPage | null>>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** Returns a page with its neighbours taken into account. */
  async page(number: number): Promise<ReadPage> {
    const [before, page, after] = await Promise.all([
      this.#alone(number - 1),
      this.#alone(number),
      this.#alone(number + 1),
    ]);
    return page ? betweenPages(before, page, after) : { kind: 'failed' };
  }

  /** Returns a page without its neighbours; null if it does not exist or cannot be read. */
  #alone(number: number): Promise<ReflowedPage | null> {
    if (number < 1 || number > this.#pdf.numPages) return Promise.resolve(null);
    const known = this.#pages.get(number) ?? this.#read(number);
    this.#pages.set(number, known);
    return known;
  }

  async #read(number: number): Promise<ReflowedPage | null> {
    try {
      this.#profile ??= this.#sample();
      return reflowPage(await contentOf(this.#pdf, number), await this.#profile);
    } catch {
      // The section of the page shows the error.
      return null;
    }
  }

  async #sample(): Promise<Profile> {
    const count = Math.min(sampled, this.#pdf.numPages);
    const pages = Array.from({ length: count }, (_, index) => contentOf(this.#pdf, index + 1));
    const read = await Promise.allSettled(pages);
    return profileOf(read.flatMap((page) => (page.status === 'fulfilled' ? [page.value] : [])));
  }
}

/** The page once it is near the reader; null until then and while it is read. */
export function useReadPage(
  reflow: Reflow,
  number: number,
): { readonly place: React.RefObject<HTMLElement | null>; readonly page: ReadPage | null } {
  const place = useRef<HTMLElement>(null);
  const [page, setPage] = useState<ReadPage | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let over = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void reflow.page(number).then((read) => {
          if (!over) setPage(read);
        });
      },
      // Content above is read only when the reader scrolls back to it. Otherwise it would push away what is being read.
      { root: element.parentElement?.parentElement ?? null, rootMargin: '0px 0px 1500px 0px' },
    );
    observer.observe(element);
    return () => {
      over = true;
      observer.disconnect();
    };
  }, [reflow, number]);
  return { place, page };
}
