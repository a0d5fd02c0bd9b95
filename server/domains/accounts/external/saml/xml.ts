// oxlint-disable-next-line typescript/triple-slash-reference -- its own types would declare a whole browser to the server
/// <reference path="./xmldom.d.ts" />
import { DOMParser, type XmlElement, type XmlNode } from '@xmldom/xmldom';
import { samlRefusal } from './refusals.ts';

/** An element of a SAML message. */
export type { XmlElement };

/** The namespaces of SAML 2.0 and of its signatures. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** Limits of a message; those of identity providers have about 10 KiB and 100 elements. */
const limits = { bytes: 128 * 1024, tags: 4000, depth: 30 } as const;

const element = 1;
const text = 3;

/** Returns the bytes of a message as the bindings of SAML carry them. */
export function decodeMessage(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > limits.bytes) throw samlRefusal('saml_too_large');
  return bytes.toString('utf8');
}

/**
 * Reads XML that anybody may have sent (AUTH-18), with the parser that also checks its signature. No document type, entity, comment, CDATA
 * section or processing instruction: a signature does not cover some of them, and no message needs any. Throws ExternalRefusal.
 */
export function readXml(xml: string): XmlElement {
  if (xml.length > limits.bytes || xml.split('<', limits.tags + 2).length > limits.tags + 1)
    throw samlRefusal('saml_too_large');
  const body = xml.replace(/^\uFEFF?\s*<\?xml\s[^?<>]*\?>/, '');
  // In XML a `<` starts markup everywhere except inside the constructs that are refused here.
  if (/<[!?]/.test(body)) throw samlRefusal('saml_forbidden_markup');
  const root = parse(xml);
  if (depthOf(root) > limits.depth) throw samlRefusal('saml_too_large');
  return root;
}

function parse(xml: string): XmlElement {
  const refuse = (): never => {
    throw samlRefusal('saml_not_xml');
  };
  let root: XmlElement | null = null;
  try {
    const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
    root = parser.parseFromString(xml, 'text/xml').documentElement;
  } catch {
    return refuse();
  }
  return root ?? refuse();
}

/** Returns the deepest level below an element, without recursion: the depth is the sender's choice. */
function depthOf(root: XmlElement): number {
  let deepest = 0;
  let level: readonly XmlElement[] = [root];
  while (level.length > 0 && deepest <= limits.depth) {
    deepest += 1;
    level = level.flatMap(childrenOf);
  }
  return deepest;
}

/** Returns the nodes directly below an element. */
function* nodesOf(parent: XmlElement): Generator<XmlNode> {
  for (let node = parent.firstChild; node; node = node.nextSibling) yield node;
}

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === element;

/** Returns the elements directly below an element. */
export const childrenOf = (parent: XmlElement): XmlElement[] => [...nodesOf(parent)].filter(isElement);

/** Returns the element itself and all below it, in the order of levels. */
export function allOf(root: XmlElement): readonly XmlElement[] {
  const all: XmlElement[] = [];
  for (let level: readonly XmlElement[] = [root]; level.length > 0; level = level.flatMap(childrenOf)) {
    all.push(...level);
  }
  return all;
}

/** Returns whether an element has a name in a namespace. */
export const isNamed = (
  { namespaceURI, localName }: XmlElement,
  namespace: keyof typeof namespaces,
  name: string,
): boolean => namespaceURI === namespaces[namespace] && localName === name;

/** Returns the elements of a name directly below an element. */
export const childrenNamed = (
  parent: XmlElement,
  namespace: keyof typeof namespaces,
  name: string,
): XmlElement[] => childrenOf(parent).filter((child) => isNamed(child, namespace, name));

/** Returns the one element of a name directly below an element; refused if there is none, or several. */
export function onlyChild(parent: XmlElement, namespace: keyof typeof namespaces, name: string): XmlElement {
  const [found, ...others] = childrenNamed(parent, namespace, name);
  if (!found || others.length > 0) throw samlRefusal('saml_incomplete');
  return found;
}

/** Returns the text of an element that contains only text. */
export function textOf(parent: XmlElement): string {
  const nodes = [...nodesOf(parent)];
  if (nodes.some(({ nodeType }) => nodeType !== text)) throw samlRefusal('saml_forbidden_markup');
  return nodes.map(({ nodeValue }) => nodeValue ?? '').join('');
}
