export type Answer = { http: number; headers: Headers; body: Record<string, unknown>; text: string }

/** Sends a request exactly as given: adds no defaults and checks nothing. */
export async function ask(
  url: string,
  options: { method?: string; body?: unknown; raw?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await fetch(url, {
    method: options.method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
