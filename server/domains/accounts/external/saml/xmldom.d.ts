/** The parts of @xmldom/xmldom that are used here; its own types would declare a whole browser to the server. */
declare module '@xmldom/xmldom' {
  interface XmlNode {
    readonly nodeType: number;
    readonly nodeValue: string | null;
    readonly parentNode: XmlElement | null;
    readonly firstChild: XmlNode | null;
    readonly nextSibling: XmlNode | null;
  }
  interface XmlElement extends XmlNode {
    readonly localName: string;
    readonly namespaceURI: string | null;
    readonly textContent: string;
    getAttribute(name: string): string;
    hasAttribute(name: string): boolean;
  }
  type OnError = (message: string) => void;
  class DOMParser {
    constructor(options: {
      readonly errorHandler: {
        readonly warning: OnError;
        readonly error: OnError;
        readonly fatalError: OnError;
      };
    });
    parseFromString(text: string, type: string): { readonly documentElement: XmlElement | null };
  }
}
