/** A call that a reader can paste into a terminal or send from the page. */
export type ExampleCall = {
  method: 'GET' | 'POST'
  /** Absolute URL, for use in a terminal. */
  url: string
  path: string
  /** Body of a POST, or headers of a GET. */
  fields: Readonly<Record<string, string | number | readonly object[]>>
  /** False if a field has a placeholder, such as an identifier that an earlier response contains. */
  isComplete: boolean
  /** False if the operation is served under a different host name, which the page is not allowed to call. */
  sendable: boolean
}

/** Returns the call as a one-line curl command. */
export function curlOf({ method, url, fields }: ExampleCall): string {
  if (method === 'GET') {
    const headers = Object.entries(fields).map(([name, value]) => ` -H '${name}: ${value}'`)
    return `curl -s ${url}${headers.join('')}`
  }
  return `curl -s ${url} -H 'content-type: application/json' -d '${JSON.stringify(fields)}'`
}
