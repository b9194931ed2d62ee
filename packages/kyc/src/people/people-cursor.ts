import { InputError } from '../input-error.ts'
import type { PeoplePlace } from './people-store.ts'

/** Where the next page begins, as a text that means nothing to who gets it. */
export function writeCursor({ activityAt, id }: PeoplePlace): string {
  return Buffer.from(`${activityAt.getTime()}.${id}`).toString('base64url')
}

export function readCursor(text: string): PeoplePlace {
  const [, time, id] = /^([0-9]{1,15})\.([0-9]{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const activityAt = new Date(Number(time))
  if (id === undefined || Number.isNaN(activityAt.getTime()))
    throw new InputError('after', 'is of no page: begin with the first one')
  return { activityAt, id: Number(id) }
}
