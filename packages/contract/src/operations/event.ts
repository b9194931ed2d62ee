import { merchantCredentials } from '../credentials.ts'
import { defineOperation } from '../operation.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { eventTypes, WebhookEvent } from './webhooks.ts'

/** Maximum number of events in a response. */
export const maxListedEvents = 100

/** A page of events. */
export const EventList = Type.Object(
  {
    event_list: Type.Array(WebhookEvent, { maxItems: maxListedEvents }),
    next_cursor: Type.String({
      description: 'Cursor of the next request. Empty if the request had no cursor and found no event',
    }),
    has_more: Type.Boolean({ description: 'Whether there are more events now' }),
  },
  { title: 'EventList' },
)
export type EventList = Static<typeof EventList>

const second = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

/** Operations on a merchant's events. */
export const eventOperations = {
  listEvents: defineOperation({
    id: 'listEvents',
    surface: 'admin-gateway',
    method: 'POST',
    path: '/zkseradmin/openapi/v1/events/list',
    group: 'Events',
    summary: 'Events of the last 30 days, oldest first. Continue with next_cursor to miss none',
    envelope: 'common',
    credentials: 'body',
    scope: 'events:read',
    request: Type.Object({
      ...merchantCredentials,
      cursor: Type.Optional(
        Type.String({
          pattern: '^[0-9]{0,15}$',
          description: 'next_cursor of the previous response. Empty or omitted for the first page',
        }),
      ),
      types: Type.Optional(
        Type.Array(oneOf(eventTypes), {
          minItems: 1,
          maxItems: 100,
          description: 'Only events of these types',
        }),
      ),
      start_timestamp: second('Only events from this time on, Unix seconds'),
      end_timestamp: second('Only events before this time, Unix seconds'),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxListedEvents, default: 50, description: 'Events per page' }),
      ),
    }),
    data: EventList,
  }),
}
