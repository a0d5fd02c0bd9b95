/**
 * The parts of a page that are drawn as an earlier neighbor is but for their words: the rows of a long list. Of each kind of row one
 * is kept for even and one for odd places, the first and the last of all, and each height: a text that wraps may move what is beside it.
 * Runs in the page, so that it uses nothing from outside.
 */
export function repeatedBelow(roots: readonly Element[]): Element[] {
  const words = /^(id|name|href|src|alt|title|value|datetime|placeholder|aria-label|aria-description)$/;
  const references = /^(for|headers|list|aria-(labelledby|describedby|controls|owns|details|errormessage))$/;
  // What a style can ask for and no attribute tells.
  const states = [':checked', ':indeterminate', ':disabled', ':invalid', ':placeholder-shown', ':hover'];
  const numbers = new Map<string, number>();
  const shapes = new Map<Element, number>();

  const valueOf = ({ name, value }: Attr): string => {
    if (words.test(name)) return value.trim() === '' ? 'none' : 'some';
    // A name that is fetched from elsewhere is none where nothing is there.
    if (references.test(name)) {
      return value.split(/\s+/).every((id) => document.getElementById(id) !== null) ? 'found' : 'missing';
    }
    return value;
  };
  const partOf = (node: ChildNode): string => {
    if (node instanceof Element) return String(shapeOf(node));
    return node.nodeType === Node.TEXT_NODE && node.textContent?.trim() ? 'text' : '';
  };
  /** The number of everything that axe sees of an element but its words: the same for elements of the same kind. */
  function shapeOf(element: Element): number {
    const known = shapes.get(element);
    if (known !== undefined) return known;
    const attributes = [...element.attributes].map((each) => `${each.name}=${valueOf(each)}`).toSorted();
    const state = states.filter((name) => element.matches(name));
    const children = [...element.childNodes].map(partOf);
    const told = JSON.stringify([element.tagName, attributes, state, children]);
    const shape = numbers.get(told) ?? numbers.size;
    numbers.set(told, shape);
    shapes.set(element, shape);
    return shape;
  }

  const repeated: Element[] = [];
  const visit = (element: Element): void => {
    const seen = new Set<string>();
    const children = [...element.children];
    for (const [place, child] of children.entries()) {
      const atEnd = place === 0 || place === children.length - 1;
      // Leaving out what is small costs more than looking at it.
      const large = child.getElementsByTagName('*').length > 2;
      const kind = `${shapeOf(child)} ${place % 2} ${Math.round(child.getBoundingClientRect().height)}`;
      if (large && !atEnd && seen.has(kind) && !child.contains(document.activeElement)) repeated.push(child);
      else visit(child);
      if (large) seen.add(kind);
    }
  };
  for (const root of roots) visit(root);
  return repeated;
}
