import { nullable, oneOf, Type } from '../schema.ts'

/** ISO 8601, in UTC. */
export const Time = Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{12}Z$' })
/** A day of UTC. */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
export const Count = Type.Integer({ minimum: 0 })
export const ProgramNo = Type.String({ pattern: '^[0-9]{12}$' })
export const SvcId = Type.String({ minLength: 1, maxLength: 64 })

/** An entry of the audit log, whatever it is about. */
export const changeParts = {
  id: Type.Integer(),
  at: Time,
  actor: oneOf(['member', 'command-line', 'server']),
  /** Of the member who did it. */
  by: nullable(Type.String()),
  action: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
}
