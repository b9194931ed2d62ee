import { UserError } from '@touchstone/common'

/** The same for nobody's number and for a person of another merchant. */
export function unknownPerson(
  message = 'There is no such person in the programs of this merchant.',
  remedy = 'Look for the person in the list.',
): UserError {
  return new UserError({ code: 'person.unknown', message, remedy })
}
