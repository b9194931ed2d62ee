/**
 * The part of pino's logger interface that the packages use. Log entries never contain personal data, only
 * identifiers, step names and counts.
 */
export type Logger = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
