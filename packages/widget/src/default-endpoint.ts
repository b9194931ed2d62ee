/** Put in by the build; absent where the source runs as it is. */
declare const TOUCHSTONE_WIDGET_ENDPOINT: string | undefined

export const defaultEndpoint: string =
  typeof TOUCHSTONE_WIDGET_ENDPOINT === 'string' ? TOUCHSTONE_WIDGET_ENDPOINT : 'http://localhost:8080'
