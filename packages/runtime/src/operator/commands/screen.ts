import { openScreening, type Person, type ScreeningAnswer } from '@touchstone/screening'
import type { Command } from '../command.ts'

/** The listed parties that a person may be, against all lists that are current. */
export const screenCommand: Command<{ person: Person; threshold?: number }, ScreeningAnswer> = async (
  { screening },
  { person, threshold },
) => {
  const opened = await openScreening(screening)
  try {
    return await opened.screen(person, threshold === undefined ? {} : { threshold })
  } finally {
    opened.close()
  }
}
