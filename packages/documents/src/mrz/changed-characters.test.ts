import { expect, test } from 'vitest'
import { composeMrz, type SpecimenPerson } from '../../tools/src/specimens/index.ts'
import { changedCharacters } from './changed-characters.ts'

const person: SpecimenPerson = {
  ...{ documentCode: 'P', issuingState: 'UTO', surname: 'Eriksson', givenNames: 'Anna', number: 'L898902C3' },
  ...{ nationality: 'UTO', birthDate: '1974-08-12', sex: 'F', issueDate: '', expiryDate: '2032-04-15' },
  optional: '',
}
const card: SpecimenPerson = { ...person, documentCode: 'I' }

test.each<[Partial<SpecimenPerson>, number]>([
  [{}, 0],
  [{ birthDate: '1975-08-12' }, 1],
  [{ birthDate: '1968-08-12' }, 2],
  [{ number: 'L898902O3' }, 1],
  [{ surname: 'Erikson' }, 1],
  [{ surname: 'Erikssson' }, 1],
  [{ nationality: 'D' }, 3],
  [{ surname: 'Muster', givenNames: 'Erika' }, 11],
])('counts the characters of %j without check digits and fillers', (changed, count) => {
  for (const [kind, read] of [
    ['TD3', person],
    ['TD1', card],
  ] as const)
    expect(changedCharacters(composeMrz(kind, read), composeMrz(kind, { ...read, ...changed })), kind).toBe(
      count,
    )
})
