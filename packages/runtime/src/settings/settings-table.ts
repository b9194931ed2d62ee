import { chainSettings } from './chain-settings.ts'
import { fetchSettings } from './fetch-settings.ts'
import { journeySettings } from './journey-settings.ts'
import { riskSettings } from './risk-settings.ts'
import { parsers, type Setting } from './setting.ts'
import { traceSettings } from './trace-settings.ts'
import { trustProxySetting } from './trust-proxy-setting.ts'

/** Accepts http only on this machine, because the requests contain network addresses. */
function parseAuditSink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, pathname } = new URL(text)
  if (protocol === 'file:') return pathname.endsWith('/') ? undefined : text
  if (protocol === 'http:') return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? text : undefined
  return ['https:', 'syslog:', 'syslogs:'].includes(protocol) && hostname !== '' ? text : undefined
}

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** All settings of the service, in the order in which the documentation lists them. */
export const settingsTable = {
  nodeEnv: define({
    env: 'NODE_ENV',
    key: 'nodeEnv',
    meaning: 'The environment. Production rejects demo data and generated or published secrets.',
    takes: 'production, development or test',
    otherwise: 'development',
    parse: parsers.oneOf(['production', 'development', 'test']),
  }),
  port: define({
    env: 'PORT',
    key: 'port',
    flag: '--port',
    meaning: 'The port of the service; 0 selects a free one.',
    takes: 'a port number from 0 to 65535',
    otherwise: '8080',
    parse: parsers.port,
  }),
  host: define({
    env: 'HOST',
    key: 'host',
    flag: '--host',
    meaning:
      'The address to listen on. By default, only this machine can connect. Put a proxy with TLS in front of the service.',
    takes: 'a host name or an IP address, for example 0.0.0.0',
    otherwise: 'localhost',
    parse: parsers.text,
  }),
  metricsPort: define({
    env: 'METRICS_PORT',
    key: 'metricsPort',
    meaning: 'The internal port of /metrics; 0 selects a free one.',
    takes: 'a port number from 0 to 65535',
    otherwise: '1000 above the port of the service (1000 below it near the end of the range)',
    parse: parsers.port,
  }),
  metricsHost: define({
    env: 'METRICS_HOST',
    key: 'metricsHost',
    meaning: 'The address of the internal port.',
    takes: 'a host name or an IP address',
    otherwise: '127.0.0.1',
    parse: parsers.text,
  }),
  dataFolder: define({
    env: 'TOUCHSTONE_DATA',
    key: 'dataFolder',
    flag: '--data',
    meaning: 'Folder for the embedded stores, the secret and the demo credentials.',
    takes: 'a path',
    otherwise: '.touchstone in the current folder at start',
    parse: parsers.text,
  }),
  databaseUrl: define({
    env: 'DATABASE_URL',
    key: 'databaseUrl',
    meaning: 'A PostgreSQL server (15 or newer) to use instead of the embedded one.',
    takes: 'a URL like postgres://user:password@host:5432/database',
    otherwise: 'embedded PostgreSQL in the data folder',
    secret: true,
    parse: parsers.url('postgres:', 'postgresql:'),
  }),
  databasePoolSize: define({
    env: 'DATABASE_POOL_SIZE',
    key: 'databasePoolSize',
    meaning:
      'Maximum number of connections in the pool of each node. If LEDGER_URL is a URL, each node has a second pool of the same size.',
    takes: 'an integer from 4 to 999999',
    otherwise: '10',
    parse: parsers.poolSize,
  }),
  databasePrepare: define({
    env: 'DATABASE_PREPARE',
    key: 'databasePrepare',
    meaning:
      'Whether to plan queries once per connection. Turn it off behind a pooler that does not support named statements.',
    takes: 'on or off',
    otherwise: 'on',
    parse: parsers.onOff,
  }),
  ledgerUrl: define({
    env: 'LEDGER_URL',
    key: 'ledgerUrl',
    meaning:
      'Another PostgreSQL server or database for the ledger of transfers. Must be the same on every node that uses the same database. ' +
      'Set it to off if you do not query addresses. The service then has no ledger, and address risk requests return "not ready".',
    takes: 'a URL like postgresql://user:password@host:5432/database, or off',
    otherwise: 'the main database',
    secret: true,
    parse: parsers.urlOrOff('postgres:', 'postgresql:'),
  }),
  ...riskSettings,
  ...fetchSettings,
  ...chainSettings,
  ...journeySettings,
  redisUrl: define({
    env: 'REDIS_URL',
    key: 'redisUrl',
    meaning: 'A Redis server through which several nodes share their rate limits.',
    takes: 'a URL like redis://host:6379',
    otherwise: 'each node keeps its limits in memory',
    secret: true,
    parse: parsers.url('redis:', 'rediss:'),
  }),
  secret: define({
    env: 'TOUCHSTONE_SECRET',
    key: 'secret',
    meaning:
      'The master secret for hashing API keys and encrypting personal data. Must be the same on every node.',
    takes: 'at least 32 characters',
    otherwise: 'created on first start and stored in the data folder; required in production',
    secret: true,
    parse: parsers.secret,
  }),
  oldSecret: define({
    env: 'TOUCHSTONE_OLD_SECRET',
    key: 'oldSecret',
    meaning:
      'The previous master secret. Values that are still encrypted with it remain readable until "touchstone secret rotate" has finished. Must be the same on every node.',
    takes: 'at least 32 characters',
    otherwise: 'no previous secret',
    secret: true,
    parse: parsers.secret,
  }),
  auditSink: define({
    env: 'AUDIT_SINK',
    key: 'auditSink',
    meaning:
      'Another system that receives a copy of every entry of the audit log, so that the entries outlive this database. With several nodes, any of them can send.',
    takes:
      'a URL like https://siem.example.com/touchstone, syslog://host:601, syslogs://host:6514 or file:///var/log/touchstone/audit.jsonl',
    otherwise: 'the audit log is only in the database',
    parse: parseAuditSink,
  }),
  auditSinkSecret: define({
    env: 'AUDIT_SINK_SECRET',
    key: 'auditSinkSecret',
    meaning: 'The secret that signs the requests to an https AUDIT_SINK, as webhooks are signed.',
    takes: 'whsec_ and a key in base64, or at least 32 characters in base64',
    otherwise: 'none; required with an https AUDIT_SINK',
    secret: true,
    parse: parsers.secret,
  }),
  demo: define({
    env: 'TOUCHSTONE_DEMO',
    key: 'demo',
    meaning:
      'Whether the first start creates the demo merchant. When off, the service rejects the key of a demo merchant.',
    takes: 'on or off',
    otherwise: 'on; off in production',
    parse: parsers.onOff,
  }),
  logLevel: define({
    env: 'LOG_LEVEL',
    key: 'logLevel',
    meaning: 'The log level.',
    takes: 'debug, info, warn, error or silent',
    otherwise: 'info',
    parse: parsers.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  ...traceSettings,
  adminGatewayHost: define({
    env: 'TOUCHSTONE_ADMIN_GATEWAY_HOST',
    key: 'adminGatewayHost',
    meaning: 'Host name of the admin gateway, which then answers only on this host.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  openapiHost: define({
    env: 'TOUCHSTONE_OPENAPI_HOST',
    key: 'openapiHost',
    meaning: 'Host name of the statistics operation, which then answers only on this host.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  authHost: define({
    env: 'TOUCHSTONE_AUTH_HOST',
    key: 'authHost',
    meaning: 'Host name of the token exchange and the widget checks, which then answer only on this host.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  frameHost: define({
    env: 'TOUCHSTONE_FRAME_HOST',
    key: 'frameHost',
    meaning: 'Host name of the verification page and of the widget, which then answer only on this host.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  dashboardHost: define({
    env: 'TOUCHSTONE_DASHBOARD_HOST',
    key: 'dashboardHost',
    meaning: 'Host name of the dashboard, which then answers only on this host.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  mcpHost: define({
    env: 'TOUCHSTONE_MCP_HOST',
    key: 'mcpHost',
    meaning: 'Host name of the endpoint for agents (`/mcp`), which then answers only on this host.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  trustProxy: trustProxySetting,
}

export type SettingName = keyof typeof settingsTable
