import { homeChainId, type Settings } from '@touchstone/runtime'
import type { RunningServer } from './start-server.ts'
import { demoCurl } from './surfaces/start/demo-curl.ts'
import { version } from './version.ts'

/** Returns the summary printed after startup: addresses, stores and the demo merchant's credentials. */
export function banner(server: RunningServer, settings: Settings): string {
  const { url, metricsUrl, demo } = server
  const ledgers = {
    server: settings.ledgerUrl === undefined ? 'in the same store' : 'separate PostgreSQL server',
    embedded: 'in the same store',
    absent: 'none (address risk is not served)',
  }
  const store = settings.databaseUrl ? 'PostgreSQL server' : `embedded PostgreSQL in ${settings.dataFolder}`
  const rows: [string, string][] = [
    ['Start page', url],
    ['Reference', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['Metrics', `${metricsUrl}/metrics`],
    ['Store', store],
    ['Ledger', ledgers[server.ledger]],
    ['Home chain', homeChain(server, settings)],
  ]
  if (demo) {
    rows.push(
      ['Merchant', demo.file.mchNo],
      ['API key', demo.file.apiKey],
      ...demo.programs.map(({ kind, programNo, name }): [string, string] => [
        `${kind} program`,
        `${programNo}  (${name})`,
      ]),
    )
  }
  const width = Math.max(...rows.map(([label]) => label.length))
  const table = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
  const example = demo ? `\n\n  Try it:\n\n${demoCurl(demo, settings)}\n` : ''
  return `\nTouchstone ${version} is ready.\n\n${table}${example}\n`
}

function homeChain({ developmentChainUrl }: RunningServer, { chain }: Settings): string {
  if (developmentChainUrl !== undefined) return `${homeChainId} on this machine at ${developmentChainUrl}`
  return chain.nodes.has(homeChainId)
    ? `${homeChainId} at the node in CHAIN_RPC`
    : 'none (CHAIN_RPC has no node for this chain)'
}
