import { type NewCustomerTransfer, ServiceError } from '@touchstone/contract'
import {
  decideAsMember,
  getTransfer,
  type KytReader,
  registerTransfer,
  type TransferContext,
} from '@touchstone/kyt'
import { demoAddress } from './world/demo-address.ts'

type Planned = {
  readonly customer: string
  /** Days before the demo's merchant was created. */
  readonly days: number
  readonly direction: 'deposit' | 'withdrawal'
  readonly coin: string
  readonly amount: string
  readonly address: string
  readonly country?: string
  /** A member's decision after that of the rules. */
  readonly decided?: { readonly decision: 'allow' | 'block'; readonly note: string }
}

const eth = (name: string) => demoAddress('ETH', name)
const tron = (name: string) => demoAddress('TRX', name)
const exchange = { address: eth('exchange/northwind/hot-1'), coin: 'USDT-ERC20' }
const ada = { address: eth('person/ada'), coin: 'USDC-ERC20' }
const bruno = { address: tron('person/bruno'), coin: 'USDT-TRC20' }
const gambling = { address: tron('gambling/copper-lantern'), coin: 'USDT-TRC20' }
const mixer = { address: eth('mixer/murmur/100'), coin: 'ETH' }
const thief = { address: eth('halcyon/thief'), coin: 'ETH' }
const hop = (number: number) => ({ address: eth(`halcyon/hop-${number}/0`), coin: 'ETH' })
const ransom = { address: demoAddress('BTC', 'nightjar/collector'), coin: 'BTC' }
const sanctioned = { address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96', coin: 'ETH' }
const stranger = (name: string) => ({ address: eth(`transfers/${name}`), coin: 'USDT-ERC20' })

const deposit = (customer: string, days: number, of: object, amount: string, more: object = {}) =>
  ({ customer, days, direction: 'deposit', amount, ...of, ...more }) as Planned
const withdrawal = (customer: string, days: number, of: object, amount: string, more: object = {}) =>
  ({ customer, days, direction: 'withdrawal', amount, ...of, ...more }) as Planned

/** Customers of the demo's exchange, oldest transfer first. */
const planned: readonly Planned[] = [
  deposit('C-1001', 20, exchange, '1500'),
  deposit('C-1002', 19.4, ada, '820.50', { country: 'FR' }),
  deposit('C-1003', 18.2, bruno, '640'),
  withdrawal('C-1001', 17.9, stranger('savings'), '300'),
  deposit('C-1004', 16.5, gambling, '210'),
  deposit('C-1005', 15.1, sanctioned, '0.75', {
    decided: { decision: 'block', note: 'On the OFAC list. Reported to the authority, funds frozen.' },
  }),
  deposit('C-1002', 14.3, exchange, '2400', { country: 'FR' }),
  deposit('C-1006', 13.6, hop(3), '1.2', {
    decided: { decision: 'allow', note: 'The customer sent the invoice of the sale. It matches the amount.' },
  }),
  withdrawal('C-1003', 12.2, gambling, '90'),
  deposit('C-1001', 11, exchange, '1500'),
  deposit('C-1007', 9.7, stranger('unknown-sender'), '18500'),
  deposit('C-1006', 8.8, hop(2), '3'),
  deposit('C-1008', 7.5, thief, '12'),
  withdrawal('C-1002', 6.9, ada, '1000', { country: 'FR' }),
  deposit('C-1009', 6.1, mixer, '100'),
  deposit('C-1004', 5.2, bruno, '55'),
  deposit('C-1010', 4.4, ransom, '0.35'),
  withdrawal('C-1007', 3.9, stranger('cold-wallet'), '9000'),
  deposit('C-1003', 2.8, bruno, '640'),
  deposit('C-1008', 1.6, hop(1), '40'),
  withdrawal('C-1001', 0.9, exchange, '750'),
  deposit('C-1002', 0.3, ada, '420', { country: 'FR' }),
]

/**
 * Registers the transfers of the demo's customers, in the way that a merchant's backend does. Idempotent. Skips
 * transfers on networks for which the ledger has no data, because the operator has reset it.
 */
export async function ensureDemoTransfers(
  kyt: TransferContext,
  reader: KytReader,
  demo: { mchNo: string; createdAt: Date; accounts: readonly string[] },
): Promise<void> {
  const { mchNo: merchant, createdAt, accounts } = demo
  const created = Math.floor(createdAt.getTime() / 1000)
  const customers = [...new Set(planned.map(({ customer }) => customer))]
  for (const [index, { days, decided, country, ...transfer }] of planned.entries()) {
    const account = accounts[customers.indexOf(transfer.customer)]
    const reference = `${transfer.direction === 'deposit' ? 'D' : 'W'}-${7001 + index}`
    const given: NewCustomerTransfer = {
      ...{ ...transfer, reference, time: created - Math.round(days * 86_400) },
      ...(account !== undefined && { account }),
      ...(country !== undefined && { customer_country: country }),
    }
    try {
      await registerTransfer(kyt, reader, { ...given, merchant })
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unsupportedCoin') continue
      throw error
    }
    if (decided === undefined) continue
    const { decisions } = await getTransfer(kyt, { merchant, reference })
    if (decisions.some(({ by }) => by === 'member')) continue
    await decideAsMember(kyt, { merchant, reference, ...decided, member: 'Mara Lind' })
  }
}
