import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** Settings of OpenTelemetry traces, with the names that OpenTelemetry defines. */
export const traceSettings = {
  otlpEndpoint: define({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    key: 'otlpEndpoint',
    meaning:
      'The collector to which traces are sent with OTLP over HTTP (JSON). The path /v1/traces is added. Without it, no traces are recorded.',
    takes: 'a URL like http://127.0.0.1:4318',
    otherwise: 'no traces',
    secret: true,
    parse: parsers.url('http:', 'https:'),
  }),
  otlpHeaders: define({
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    key: 'otlpHeaders',
    meaning: 'Headers of the requests to the collector, for example a key.',
    takes: 'pairs like name=value, separated by commas',
    otherwise: 'none',
    secret: true,
    parse: headers,
  }),
  traceRatio: define({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    key: 'traceRatio',
    meaning: 'The share of requests and jobs whose traces are sent.',
    takes: 'a number from 0 to 1',
    otherwise: '1',
    parse(text: string): number | undefined {
      const value = /^[0-9.]{1,20}$/.test(text) ? Number(text) : Number.NaN
      return value >= 0 && value <= 1 ? value : undefined
    },
  }),
}

/** Names and values are URL-encoded, as OpenTelemetry requires. */
function headers(text: string): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const pair of text.split(',')) {
    const [, name, value] = /^\s*([A-Za-z0-9_-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    if (name === undefined || value === undefined) return undefined
    try {
      found[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return found
}
