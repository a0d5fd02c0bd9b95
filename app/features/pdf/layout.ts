/** Size of a page in points, at scale 1. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** The visible area of the document: the inside of the scroller, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** The left and right edges of the text of a page, in points from the left edge of the page. */
export interface TextEdges {
  readonly left: number;
  readonly right: number;
}

/**
 * How pages are scaled (VIEW-02): `auto` fits the width up to 100 percent, `width` fits the width, `text` fits the text without
 * its margins, `page` fits the whole page, and a number is a scale (1 is 100 percent).
 */
export type Zoom = 'auto' | 'width' | 'text' | 'page' | number;

/** The position of a page in the scrolled content, in pixels. */
export interface PagePlace {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The width cut off at the left: the margin, if the text fills the width. */
  readonly cut: number;
  /** Width of the whole page. */
  readonly fullWidth: number;
}

/** All pages under each other. */
export interface Layout {
  readonly places: readonly PagePlace[];
  readonly width: number;
  readonly height: number;
}

/** Room around and between pages, in pixels. */
export const pageGap = 12;

/** The steps of the zoom buttons. */
export const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** At 100 percent a point is 1/72 inch and a pixel 1/96. */
const pixelsPerPoint = 96 / 72;

/** Space left around the text if margins are cut off, in points, and around the page, in pixels. */
const [textGap, edgeGap] = [7, 2];
/** Text is not enlarged beyond this factor to fill the width. */
const largestText = 1.5;

/** Returns the part of a page that is shown from left to right, in points. */
function shownPart({ width }: PageSize, edges: TextEdges | undefined): TextEdges {
  if (!edges || edges.right - edges.left < 40) return { left: 0, right: width };
  return { left: Math.max(0, edges.left - textGap), right: Math.min(width, edges.right + textGap) };
}

function scaleOf(size: PageSize, shown: TextEdges, zoom: Zoom, frame: Frame): number {
  if (typeof zoom === 'number') return zoom * pixelsPerPoint;
  if (zoom === 'text')
    return Math.min((frame.width - 2 * edgeGap) / (shown.right - shown.left), largestText * pixelsPerPoint);
  const byWidth = Math.max(40, frame.width - 2 * pageGap) / size.width;
  if (zoom === 'width') return byWidth;
  if (zoom === 'auto') return Math.min(byWidth, pixelsPerPoint);
  return Math.min(byWidth, Math.max(40, frame.height - 2 * pageGap) / size.height);
}

/**
 * Places the pages under each other, each centred. The fit is decided for each page separately, and the margins are cut off
 * if the text fills the width (VIEW-02). `edgesOf` returns where the text of a page of this width starts and ends.
 */
export function layOut(
  sizes: readonly PageSize[],
  zoom: Zoom,
  frame: Frame,
  edgesOf: (width: number) => TextEdges | undefined = () => undefined,
): Layout {
  const boxes = sizes.map((size) => {
    const shown = zoom === 'text' ? shownPart(size, edgesOf(size.width)) : { left: 0, right: size.width };
    const scale = scaleOf(size, shown, zoom, frame);
    return {
      scale,
      width: Math.floor((shown.right - shown.left) * scale),
      height: Math.floor(size.height * scale),
      cut: Math.floor(shown.left * scale),
      fullWidth: Math.floor(size.width * scale),
    };
  });
  const room = zoom === 'text' ? edgeGap : pageGap;
  const width = boxes.reduce((widest, box) => Math.max(widest, box.width + 2 * room), frame.width);
  let top = pageGap;
  const places = boxes.map((box): PagePlace => {
    const place = { ...box, top, left: Math.floor((width - box.width) / 2) };
    top += box.height + pageGap;
    return place;
  });
  return { places, width, height: top };
}

/** Returns the scale of a page in percent, as the toolbar shows it. */
export function percentOf(scale: number): number {
  return Math.round((scale / pixelsPerPoint) * 100);
}

/** Returns the next step of the zoom buttons from a scale in pixels per point. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  const now = scale / pixelsPerPoint;
  const steps = direction === 1 ? zoomSteps : zoomSteps.toReversed();
  return steps.find((step) => (step - now) * direction > 0.01) ?? (direction === 1 ? 4 : 0.5);
}

/** A spot of the document that stays in view when sizes change: a page and how far down in it. */
export interface Anchor {
  readonly page: number;
  /** Share of the page's height above the upper edge; negative in the gap before it. */
  readonly share: number;
}

/** Returns the spot at the upper edge. */
export function anchorAt({ places }: Layout, scrollTop: number): Anchor {
  const index = places.findLastIndex(({ top }) => top <= scrollTop + pageGap);
  const place = places[Math.max(0, index)];
  if (!place) return { page: 1, share: 0 };
  return { page: Math.max(0, index) + 1, share: (scrollTop - place.top) / place.height };
}

/** Returns the scroll position at which a spot is at the upper edge. */
export function scrollTopOf({ places }: Layout, { page, share }: Anchor): number {
  const place = places[page - 1];
  return place ? Math.max(0, place.top + share * place.height) : 0;
}

/** Returns the page that fills most of the frame: the reader's page. */
export function pageInView({ places }: Layout, scrollTop: number, frame: Frame): number {
  let best = 1;
  let most = -1;
  for (const [index, { top, height }] of places.entries()) {
    const shown = Math.min(top + height, scrollTop + frame.height) - Math.max(top, scrollTop);
    if (shown > most + 1) [best, most] = [index + 1, shown];
  }
  return best;
}

/** Returns the pages to draw: those in view and about one frame before and after. */
export function pagesToDraw({ places }: Layout, scrollTop: number, frame: Frame): readonly number[] {
  const [from, to] = [scrollTop - frame.height, scrollTop + 2 * frame.height];
  return places.flatMap(({ top, height }, index) => (top + height > from && top < to ? [index + 1] : []));
}

/** A part of a page as shares of its width and height. */
export interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The position of a page in the scrolled content. */
export type Spot = Pick<PagePlace, 'top' | 'left' | 'width' | 'height'>;

/** Returns the part of a page inside a window over the content, in pixels of the content; null when none of it is. */
export function visiblePart(
  place: Spot,
  window: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): Part | null {
  const part = {
    left: Math.max(0, (window.left - place.left) / place.width),
    right: Math.min(1, (window.right - place.left) / place.width),
    top: Math.max(0, (window.top - place.top) / place.height),
    bottom: Math.min(1, (window.bottom - place.top) / place.height),
  };
  return part.left < part.right && part.top < part.bottom ? part : null;
}

/** The most pixels of one drawing; more is refused or slow on phones. */
const mostPixels = 16_000_000;
/** The longest side of one drawing in pixels. */
const longestSide = 8192;

/** Returns the device pixels per pixel with which a page is drawn: as sharp as the screen, unless the drawing would be too large. */
export function sharpness({ width, height }: PageSize, devicePixelRatio: number): number {
  const bySide = longestSide / Math.max(width, height);
  const byArea = Math.sqrt(mostPixels / (width * height));
  return Math.min(devicePixelRatio, 3, bySide, byArea);
}
