import type { TextBytes } from '../decode-text.ts'
import { readXmlElements, type XmlElement } from '../read-xml-elements.ts'

const wanted = new Set(['INDIVIDUAL', 'ENTITY'])

/** The root with the date of the list, then its individuals and entities. */
export function readUnElements(bytes: TextBytes): AsyncGenerator<XmlElement> {
  return readXmlElements(bytes, { root: 'CONSOLIDATED_LIST', names: wanted })
}
