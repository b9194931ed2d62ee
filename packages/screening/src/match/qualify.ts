import type { ListEntry } from '../lists/list-entry.ts'
import { compareBirthDates } from './compare-birth-dates.ts'
import type { Feature } from './feature.ts'
import type { AskedPerson } from './person.ts'
import { screeningPolicy } from './screening-policy.ts'

const { nationality, gender } = screeningPolicy

/** What speaks against it being this person, beside the name. Agreement adds nothing: it must not make up for a name. */
export function qualify(person: AskedPerson, entry: ListEntry): Feature[] {
  const features: Feature[] = []
  const birth = compareBirthDates(person.birth, entry.birthDates)
  if (birth !== undefined) features.push(birth)
  if (person.nationalities.length > 0 && entry.nationalities.length > 0) {
    const shared = person.nationalities.filter((code) => entry.nationalities.includes(code))
    features.push({
      feature: 'nationality',
      part: shared.length > 0 ? 0 : -nationality.mismatch,
      why:
        shared.length > 0
          ? `nationality agrees: ${shared.join(', ')}`
          : `another nationality: listed ${entry.nationalities.join(', ')}, asked ${person.nationalities.join(', ')}`,
    })
  }
  if (person.gender !== undefined && entry.gender !== undefined) {
    const same = person.gender === entry.gender
    features.push({
      feature: 'gender',
      part: same ? 0 : -gender.mismatch,
      why: same ? 'gender agrees' : `another gender: listed ${entry.gender}, asked ${person.gender}`,
    })
  }
  return features
}
