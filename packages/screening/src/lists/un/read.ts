import type { TextBytes } from '../decode-text.ts'
import { readXmlElements, type XmlElement } from '../read-xml-elements.ts'

const elements = new Set(['INDIVIDUAL', 'ENTITY'])

/** The root element with the date of the list, then its individuals and entities. */
export function readUnElements(bytes: TextBytes): AsyncGenerator<XmlElement> {
  return readXmlElements(bytes, { root: 'CONSOLIDATED_LIST', names: elements })
}
