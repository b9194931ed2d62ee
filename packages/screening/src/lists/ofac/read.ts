import type { TextBytes } from '../decode-text.ts'
import { readXmlElements, type XmlElement } from '../read-xml-elements.ts'

/** The pieces of OFAC's list that matter, in the order of the file: reference values come before what refers to them. */
const wanted = new Set([
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
  return readXmlElements(bytes, { root: 'Sanctions', names: wanted })
}
