/** A call that a reader can paste, or send from the page. */
export type ExampleCall = {
  method: 'GET' | 'POST'
  /** With its host, for a terminal. */
  url: string
  path: string
  /** The body of a POST, the headers of a GET. */
  fields: Readonly<Record<string, string | number>>
  /** False where the operation has another host than the page, which may not call it then. */
  sendable: boolean
}

/** The same as one line for a terminal. */
export function curlOf({ method, url, fields }: ExampleCall): string {
  if (method === 'GET') {
    const headers = Object.entries(fields).map(([name, value]) => ` -H '${name}: ${value}'`)
    return `curl -s ${url}${headers.join('')}`
  }
  return `curl -s ${url} -H 'content-type: application/json' -d '${JSON.stringify(fields)}'`
}
