import { openScreening, type Person, type ScreeningAnswer } from '@touchstone/screening'
import type { Command } from '../command.ts'

/** Returns the listed parties that match a person, from all current lists. */
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
