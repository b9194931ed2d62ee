/** Defined by the build. Undefined when the source runs directly. */
declare const TOUCHSTONE_WIDGET_ENDPOINT: string | undefined

/** Origin of the service if the site sets none. */
export const defaultEndpoint: string =
  typeof TOUCHSTONE_WIDGET_ENDPOINT === 'string' ? TOUCHSTONE_WIDGET_ENDPOINT : 'http://localhost:8080'
