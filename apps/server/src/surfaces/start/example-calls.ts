import { kycOperations, type Operation, type SurfaceName } from '@touchstone/contract'
import type { Demo } from '@touchstone/demo'
import type { Settings } from '@touchstone/runtime'
import type { ExampleCall } from '../../pages/index.ts'
import type { SurfaceUrls } from '../../surface-urls.ts'

type Fields = Record<string, ExampleCall['fields'][string]>

const missing = '…'

const hostOf: Readonly<Record<SurfaceName, keyof SurfaceUrls>> = {
  'admin-gateway': 'base',
  openapi: 'openapi',
  auth: 'auth',
}

/**
 * Returns an example call for an operation. With the demo, it works without changes. Otherwise, it contains
 * placeholders.
 */
export function exampleCall(
  operation: Operation,
  { demo, urls, settings }: { demo: Demo | undefined; urls: SurfaceUrls; settings: Settings },
): ExampleCall {
  const { method, path, surface, request } = operation
  const known = demo ? { ...demoFields(demo), ...programOf(operation, demo) } : placeholders
  const { properties, required = [] } = request as { properties: object; required?: string[] }
  // Omits optional fields that have no known value. If an operation accepts either an address or alternative
  // fields, only the address is included.
  const names = Object.keys(properties).filter((name) => required.includes(name) || known[name] !== undefined)
  return {
    method,
    url: `${urls[hostOf[surface]]}${path}`,
    path,
    fields: Object.fromEntries(names.map((name) => [name, known[name] ?? missing])),
    isComplete: names.every((name) => known[name] !== undefined),
    sendable: settings.surfaceHosts[surface] === undefined,
  }
}

/** Returns the thief's number in the demo ledger, or undefined if there is no ledger. */
export function demoThief({ file }: Demo): number | undefined {
  const index = file.addresses.findIndex(({ what }) => what.startsWith('Thief'))
  return index < 0 ? undefined : index + 1
}

function demoFields(demo: Demo): Fields {
  const { mchNo, apiKey, programNo, addresses } = demo.file
  const account = demo.examples.find(({ status }) => status === 'KYC Passed')?.account ?? ''
  const { coin = 'ETH', address = '' } = addresses[(demoThief(demo) ?? 1) - 1] ?? {}
  const from = addresses.find((other) => other.coin === coin && other.address !== address)?.address ?? address
  return {
    ...{ mchNo, apiKey, programNo, account, coin, address },
    ...{ from, to: address, amount: '1', items: [{ coin, address }] },
    ...{
      reference: 'deposit-1',
      customer: 'customer-1',
      direction: 'deposit',
      decision: 'hold',
      note: 'Checked',
    },
    ...{ appId: mchNo, mch_no: mchNo, api_key: apiKey, userAccount: account },
    ...{ chainId: '137', page: 1, apiModePermission: 0, lv: 2 },
  }
}

/** The operations for address proofs and for investor status require programs of the matching kind. */
function programOf({ id }: Operation, { file }: Demo): Fields {
  if (id === kycOperations.queryAddressProof.id) return { programNo: file.poaProgramNo }
  if (id === kycOperations.queryAccreditedInvestor.id) return { programNo: file.poaiProgramNo }
  return {}
}

const placeholders: Fields = {
  coin: 'ETH',
  chainId: '137',
  page: 1,
  apiModePermission: 0,
  lv: 2,
  address: '0x…',
}
