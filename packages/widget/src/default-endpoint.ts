/** Set by the build. Undefined if the source is run without a build. */
declare const TOUCHSTONE_WIDGET_ENDPOINT: string | undefined

/** Origin of the service that is used if the site sets none. */
export const defaultEndpoint: string =
  typeof TOUCHSTONE_WIDGET_ENDPOINT === 'string' ? TOUCHSTONE_WIDGET_ENDPOINT : 'http://localhost:8080'
