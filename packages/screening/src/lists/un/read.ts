import type { TextBytes } from '../decode-text.ts'
import { readXmlElements, type XmlElement } from '../read-xml-elements.ts'

const elements = new Set(['INDIVIDUAL', 'ENTITY'])

/** Yields the root element with the list's date, then its individuals and entities. */
export function readUnElements(bytes: TextBytes): AsyncGenerator<XmlElement> {
  return readXmlElements(bytes, { root: 'CONSOLIDATED_LIST', names: elements })
}
