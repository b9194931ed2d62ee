import type { Tracer } from '@touchstone/common'
import type { LogEvent } from 'kysely'

/** Reports each query as a step, with the kind of statement and the table, but without its text or values. */
export function traceQueries(tracer: Tracer | undefined): { log?: (event: LogEvent) => void } {
  if (tracer?.isOn !== true) return {}
  return {
    log({ level, query: { sql }, queryDurationMillis }) {
      const [, operation = 'query'] =
        /\b(select|insert|update|delete|begin|commit|rollback)\b/i.exec(sql) ?? []
      const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]+(?:"?\."?[a-z_]+)?)/i.exec(sql) ?? []
      const name = table === undefined ? operation : `${operation} ${table.replaceAll('"', '')}`
      tracer.ended({
        ...{ name: name.toLowerCase(), kind: 'client', ms: queryDurationMillis, isError: level === 'error' },
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation.toLowerCase(),
          ...(table !== undefined && { 'db.collection.name': table.replaceAll('"', '') }),
        },
      })
    },
  }
}
