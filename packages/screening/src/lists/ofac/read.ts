import type { TextBytes } from '../decode-text.ts'
import { readXmlElements, type XmlElement } from '../read-xml-elements.ts'

/**
 * The relevant elements of OFAC's list, in file order. Reference values precede the elements that use them.
 */
const elements = new Set([
  'DateOfIssue',
  'Country',
  'FeatureType',
  'DetailReference',
  'PartySubType',
  'PartyType',
  'IDRegDocType',
  'Location',
  'IDRegDocument',
  'DistinctParty',
  'SanctionsEntry',
])

export function readOfacElements(bytes: TextBytes): AsyncGenerator<XmlElement> {
  return readXmlElements(bytes, { root: 'Sanctions', names: elements })
}
