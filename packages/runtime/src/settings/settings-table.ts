import { chainSettings } from './chain-settings.ts'
import { journeySettings } from './journey-settings.ts'
import { parsers, type Setting } from './setting.ts'
import { trustProxySetting } from './trust-proxy-setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

/** Every setting of the service, in the order in which the docs list them. */
export const settingsTable = {
  nodeEnv: define({
    env: 'NODE_ENV',
    key: 'nodeEnv',
    meaning: 'Production refuses demo data and secrets that were not chosen for it.',
    takes: 'production, development or test',
    otherwise: 'development',
    parse: parsers.oneOf(['production', 'development', 'test']),
  }),
  port: define({
    env: 'PORT',
    key: 'port',
    flag: '--port',
    meaning: 'The port of the service; 0 picks a free one.',
    takes: 'a port number from 0 to 65535',
    otherwise: '8080',
    parse: parsers.port,
  }),
  host: define({
    env: 'HOST',
    key: 'host',
    flag: '--host',
    meaning: 'The address it listens on. Only this machine by default: a proxy with TLS belongs in front.',
    takes: 'a host name or an IP address, for example 0.0.0.0',
    otherwise: 'localhost',
    parse: parsers.text,
  }),
  metricsPort: define({
    env: 'METRICS_PORT',
    key: 'metricsPort',
    meaning: 'The internal port of /metrics; 0 picks a free one.',
    takes: 'a port number from 0 to 65535',
    otherwise: '1000 above the port of the service (below it near the end of the range)',
    parse: parsers.port,
  }),
  metricsHost: define({
    env: 'METRICS_HOST',
    key: 'metricsHost',
    meaning: 'The address that the internal port listens on.',
    takes: 'a host name or an IP address',
    otherwise: '127.0.0.1',
    parse: parsers.text,
  }),
  dataFolder: define({
    env: 'TOUCHSTONE_DATA',
    key: 'dataFolder',
    flag: '--data',
    meaning: 'Where the embedded stores, the secret and the demo credentials are kept.',
    takes: 'a path',
    otherwise: '.touchstone in the folder it is started from',
    parse: parsers.text,
  }),
  databaseUrl: define({
    env: 'DATABASE_URL',
    key: 'databaseUrl',
    meaning: 'A PostgreSQL server (15 or newer) instead of the embedded one.',
    takes: 'an address like postgres://user:password@host:5432/database',
    otherwise: 'embedded PostgreSQL in the data folder',
    secret: true,
    parse: parsers.url('postgres:', 'postgresql:'),
  }),
  databasePoolSize: define({
    env: 'DATABASE_POOL_SIZE',
    key: 'databasePoolSize',
    meaning:
      'Connections in the pool of a node at most. With an address in LEDGER_URL a node has a second pool of the same size.',
    takes: 'a whole number from 4 to 999999',
    otherwise: '10',
    parse: parsers.poolSize,
  }),
  databasePrepare: define({
    env: 'DATABASE_PREPARE',
    key: 'databasePrepare',
    meaning:
      'Whether queries are planned once per connection. Off behind a pooler that does not know named statements.',
    takes: 'on or off',
    otherwise: 'on',
    parse: parsers.onOff,
  }),
  ledgerUrl: define({
    env: 'LEDGER_URL',
    key: 'ledgerUrl',
    meaning:
      'Another PostgreSQL server or database for the ledger of transfers. Several nodes on one database need the same one. ' +
      'Off where addresses are never asked about: then no ledger is kept, and address risk answers "not ready".',
    takes: 'an address like postgresql://user:password@host:5432/database, or off',
    otherwise: 'where everything else is kept',
    secret: true,
    parse: parsers.urlOrOff('postgres:', 'postgresql:'),
  }),
  riskPolicy: define({
    env: 'RISK_POLICY',
    key: 'riskPolicy',
    meaning: 'A policy of your own for the risk score; merchants may differ from it.',
    takes: 'the path of a JSON file',
    otherwise: 'the policy that comes with the service',
    parse: parsers.text,
  }),
  ...chainSettings,
  ...journeySettings,
  redisUrl: define({
    env: 'REDIS_URL',
    key: 'redisUrl',
    meaning: 'Redis that several nodes share for their rate limits.',
    takes: 'an address like redis://host:6379',
    otherwise: 'limits are kept in the memory of this node',
    secret: true,
    parse: parsers.url('redis:', 'rediss:'),
  }),
  secret: define({
    env: 'TOUCHSTONE_SECRET',
    key: 'secret',
    meaning:
      'The master secret: API keys are hashed and personal data is encrypted under it. The same on every node.',
    takes: 'at least 32 characters of your own choosing',
    otherwise: 'made at first start and kept in the data folder; production needs it set',
    secret: true,
    parse: parsers.secret,
  }),
  oldSecret: define({
    env: 'TOUCHSTONE_OLD_SECRET',
    key: 'oldSecret',
    meaning:
      'The master secret before TOUCHSTONE_SECRET: what is still sealed under it can be read, until "touchstone secret rotate" is done. The same on every node.',
    takes: 'at least 32 characters',
    otherwise: 'none: everything is sealed under TOUCHSTONE_SECRET',
    secret: true,
    parse: parsers.secret,
  }),
  demo: define({
    env: 'TOUCHSTONE_DEMO',
    key: 'demo',
    meaning:
      'Whether a first start makes the demo merchant. While it is off, the key of a demo merchant is refused.',
    takes: 'on or off',
    otherwise: 'on, off in production',
    parse: parsers.onOff,
  }),
  logLevel: define({
    env: 'LOG_LEVEL',
    key: 'logLevel',
    meaning: 'How much is logged.',
    takes: 'debug, info, warn, error or silent',
    otherwise: 'info',
    parse: parsers.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  adminGatewayHost: define({
    env: 'TOUCHSTONE_ADMIN_GATEWAY_HOST',
    key: 'adminGatewayHost',
    meaning: 'Host name of the admin gateway; it then answers only there.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  openapiHost: define({
    env: 'TOUCHSTONE_OPENAPI_HOST',
    key: 'openapiHost',
    meaning: 'Host name of the statistics operation; it then answers only there.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  authHost: define({
    env: 'TOUCHSTONE_AUTH_HOST',
    key: 'authHost',
    meaning: 'Host name of the token exchange and the widget checks; they then answer only there.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  frameHost: define({
    env: 'TOUCHSTONE_FRAME_HOST',
    key: 'frameHost',
    meaning: 'Host name of the verification page and of the widget; they then answer only there.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  dashboardHost: define({
    env: 'TOUCHSTONE_DASHBOARD_HOST',
    key: 'dashboardHost',
    meaning: 'Host name of the dashboard; it then answers only there.',
    takes: 'a host name without a port',
    otherwise: 'any host name',
    parse: parsers.hostName,
  }),
  trustProxy: trustProxySetting,
}

export type SettingName = keyof typeof settingsTable
