import { findCountry } from '../find-country.ts'
import type { BirthPeriod, EntryKind, ListEntry, ListedDocument, ListedName } from '../list-entry.ts'
import { type EntryDraft, makeEntry } from '../make-entry.ts'
import { periodOf } from '../parse-birth-dates.ts'
import type { XmlElement } from '../read-xml-elements.ts'

const currencyFeature = /^Digital Currency Address - (\S+)$/

/**
 * Assembles entries from the list's elements. In the file, documents and places precede the parties, and
 * programs follow them. Therefore, each party is held until its programs are known.
 */
export function createOfacMapper() {
  const countries = new Map<string, string>()
  const features = new Map<string, string>()
  const details = new Map<string, string>()
  const partyTypes = new Map<string, string>()
  const subTypes = new Map<string, { name: string; partyType: string }>()
  const documentTypes = new Map<string, string>()
  const countryOfLocation = new Map<string, string>()
  const documents = new Map<string, ListedDocument[]>()
  const waiting = new Map<string, EntryDraft>()

  function kindOf(subType: string): EntryKind {
    const known = subTypes.get(subType)
    const name = `${partyTypes.get(known?.partyType ?? '')} ${known?.name}`
    if (/vessel/i.test(name)) return 'vessel'
    if (/aircraft/i.test(name)) return 'aircraft'
    if (/individual/i.test(name)) return 'person'
    return /entity/i.test(name) ? 'organisation' : 'unknown'
  }

  function mapParty(party: XmlElement): void {
    const profile = child(party, 'Profile')
    if (profile === undefined) return
    const draft: EntryDraft & { names: ListedName[] } = {
      id: party.attributes.FixedRef ?? profile.attributes.ID ?? '',
      kind: kindOf(profile.attributes.PartySubTypeID ?? ''),
      names: [],
    }
    const own: ListedDocument[] = []
    for (const identity of all(profile, 'Identity')) {
      own.push(...(documents.get(identity.attributes.ID ?? '') ?? []))
      if (identity.attributes.False !== 'true') draft.names.push(...namesOf(identity))
    }
    draft.documents = own
    mapFeatures(profile, draft)
    waiting.set(profile.attributes.ID ?? draft.id, draft)
  }

  function mapFeatures(profile: XmlElement, draft: EntryDraft): void {
    const birthDates: BirthPeriod[] = []
    const nationalities: string[] = []
    const cryptoAddresses: { currency: string; address: string }[] = []
    for (const feature of all(profile, 'Feature')) {
      const name = features.get(feature.attributes.FeatureTypeID ?? '') ?? ''
      const currency = currencyFeature.exec(name)?.[1]
      for (const version of all(feature, 'FeatureVersion')) {
        const detail = child(version, 'VersionDetail')
        if (currency !== undefined && detail !== undefined && detail.text !== '')
          cryptoAddresses.push({ currency, address: detail.text })
        else if (name === 'Birthdate') birthDates.push(...all(version, 'DatePeriod').flatMap(birthPeriod))
        else if (name === 'Nationality Country' || name === 'Citizenship Country') {
          for (const location of all(version, 'VersionLocation')) {
            const country = countryOfLocation.get(location.attributes.LocationID ?? '')
            if (country !== undefined) nationalities.push(country)
          }
        } else if (name === 'Gender')
          draft.gender = details.get(detail?.attributes.DetailReferenceID ?? '') ?? ''
      }
    }
    Object.assign(draft, { birthDates, nationalities, cryptoAddresses })
  }

  function mapDocument(element: XmlElement): void {
    const number = child(element, 'IDRegistrationNo')?.text ?? ''
    const identity = element.attributes.IdentityID ?? ''
    const type = documentTypes.get(element.attributes.IDRegDocTypeID ?? '')
    const country = countries.get(element.attributes['IssuedBy-CountryID'] ?? '')
    if (number === '' || (type !== undefined && notIdentity.test(type))) return
    const known = documents.get(identity) ?? []
    known.push({ number, ...(type !== undefined && { type }), ...(country !== undefined && { country }) })
    documents.set(identity, known)
  }

  const finish = (draft: EntryDraft, programs: string[]) => makeEntry({ ...draft, programs })

  return {
    /**
     * Returns the entry that this element completes, or undefined if no entry is complete. Returns `null` if
     * the completed entry has no name that can be matched.
     */
    take(element: XmlElement): ListEntry | null | undefined {
      const id = element.attributes.ID ?? ''
      switch (element.name) {
        case 'Country':
          if (element.attributes.ISO2 !== undefined) countries.set(id, element.attributes.ISO2)
          break
        case 'FeatureType':
          features.set(id, element.text)
          break
        case 'DetailReference':
          details.set(id, element.text)
          break
        case 'PartyType':
          partyTypes.set(id, element.text)
          break
        case 'PartySubType':
          subTypes.set(id, { name: element.text, partyType: element.attributes.PartyTypeID ?? '' })
          break
        case 'IDRegDocType':
          documentTypes.set(id, element.text)
          break
        case 'Location': {
          // A nationality refers to a place, for which the list gives only the country's name.
          const country =
            countries.get(child(element, 'LocationCountry')?.attributes.CountryID ?? '') ??
            findCountry(
              child(child(child(element, 'LocationPart'), 'LocationPartValue'), 'Value')?.text ?? '',
            )
          if (country !== undefined) countryOfLocation.set(id, country)
          break
        }
        case 'IDRegDocument':
          mapDocument(element)
          break
        case 'DistinctParty':
          mapParty(element)
          break
        case 'SanctionsEntry': {
          const profile = element.attributes.ProfileID ?? ''
          const draft = waiting.get(profile)
          if (draft === undefined) return undefined
          waiting.delete(profile)
          const programs = all(element, 'SanctionsMeasure').map(
            (measure) => child(measure, 'Comment')?.text ?? '',
          )
          return finish(draft, programs) ?? null
        }
      }
      return undefined
    },
    /** Yields the parties for which the file contains no sanctions entry. */
    *rest(): Generator<ListEntry | null> {
      for (const draft of waiting.values()) yield finish(draft, []) ?? null
    },
  }
}

const notIdentity = /website|email|phone|SWIFT|vessel|aircraft|D-U-N-S/i

function namesOf(identity: XmlElement): ListedName[] {
  return all(identity, 'Alias').flatMap((alias) =>
    all(alias, 'DocumentedName').map((name): ListedName => {
      const parts = all(name, 'DocumentedNamePart').flatMap((part) => all(part, 'NamePartValue'))
      const isPrimary = alias.attributes.Primary === 'true' && name.attributes.DocNameStatusID === '1'
      return {
        text: parts.map((part) => part.text).join(' '),
        quality: alias.attributes.LowQuality === 'true' ? 'weak' : isPrimary ? 'primary' : 'strong',
      }
    }),
  )
}

function birthPeriod(period: XmlElement): BirthPeriod[] {
  const start = child(period, 'Start')
  const end = child(period, 'End')
  const first = periodOfPoint(child(start, 'From'))
  const last = periodOfPoint(child(end, 'To') ?? child(start, 'To'))
  if (first === undefined || last === undefined) return []
  const circa = start?.attributes.Approximate === 'true' || end?.attributes.Approximate === 'true'
  return [{ from: first.from, to: last.to < first.from ? first.to : last.to, circa }]
}

function periodOfPoint(point: XmlElement | undefined) {
  const number = (name: string) => Number(child(point, name)?.text ?? 0)
  return periodOf(number('Year'), number('Month'), number('Day'))
}

const all = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((each) => each.name === name) ?? []

const child = (element: XmlElement | undefined, name: string) =>
  element?.children.find((each) => each.name === name)
