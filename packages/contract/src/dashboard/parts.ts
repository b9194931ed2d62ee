import { nullable, oneOf, Type } from '../schema.ts'

/** ISO 8601 time in UTC. */
export const Time = Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{12}Z$' })
/** A UTC day. */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
/** A number of items. */
export const Count = Type.Integer({ minimum: 0 })
/** A program number. */
export const ProgramNo = Type.String({ pattern: '^[0-9]{12}$' })
/** Unique user id. */
export const SvcId = Type.String({ minLength: 1, maxLength: 64 })

/** Fields that all audit log entries share. */
export const changeParts = {
  id: Type.Integer(),
  at: Time,
  actor: oneOf(['member', 'command-line', 'server']),
  /** E-mail address of the member who made the change. */
  by: nullable(Type.String()),
  action: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
}
