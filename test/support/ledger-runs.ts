import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatAddress, type Network } from '@touchstone/kyt'
import { createEmbeddedStore, freshDatabase } from './engines.ts'
import { createSeeded } from './seeded.ts'

export type LedgerStep =
  | { name: string; file: string }
  | { name: string; network: Network; fromBlock: number }

type Work = {
  steps: readonly LedgerStep[]
  known: readonly { network: Network; address: string }[]
  pieceTransfers: number
  /** Number of transfers at which an import rebuilds the ledger. */
  minRebuildTransfers?: number
}

type Found = {
  readonly totals: Digest
  readonly edges: Digest
  readonly movements: Digest
  readonly transactions: Digest
  readonly coverage: Digest
  readonly leftovers: number
}
type Digest = { readonly count: number; readonly hash: string }

/** Runs the steps without interruption, in a separate process and on a separate database. */
export async function runUndisturbed(work: Work): Promise<Found> {
  const run = prepare(await freshDatabase(), work)
  run.start()
  return givenBy((await run.ended).found)
}

/**
 * Runs the steps on a store in a folder and kills the process repeatedly. The seed determines the number of
 * steps and milliseconds before each kill, so that the process is killed at the same places on slow and on
 * fast machines. Returns the result and the places at which the process was killed.
 */
export async function runKilled(
  folder: string,
  work: Work,
  options: { kills: number; seed: number; mostSteps: number; mostMs: number; only?: RegExp },
): Promise<{ found: Found; places: string[] }> {
  const random = createSeeded(options.seed)
  await createEmbeddedStore(folder)
  const places: string[] = []
  for (let run = prepare(folder, work); ; ) {
    if (places.length < options.kills) {
      run.killAfter(1 + random.below(options.mostSteps), random.below(options.mostMs), options.only)
    }
    run.start()
    const next = places.length < options.kills ? prepare(folder, work) : undefined
    const { found, last } = await run.ended
    if (found !== undefined || next === undefined) {
      next?.child.kill('SIGKILL')
      return { found: givenBy(found), places }
    }
    places.push(last)
    run = next
  }
}

function givenBy(found: Found | undefined): Found {
  if (found === undefined) throw new Error('the process ended without reporting its result')
  return found
}

/** Starts a process that loads its modules and then waits. */
function prepare(store: string, work: Work) {
  const script = fileURLToPath(new URL('./ledger-process.mjs', import.meta.url))
  const task = JSON.stringify(work)
  const child = spawn(process.execPath, [script, store, task], { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines: string[] = []
  let rest = ''
  let errors = ''
  let fatal = { lines: Number.POSITIVE_INFINITY, ms: 0, only: /^/ }
  child.stdout.on('data', (chunk) => {
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    if (lines.filter((line) => fatal.only.test(line)).length < fatal.lines) return
    const { ms } = fatal
    fatal = { ...fatal, lines: Number.POSITIVE_INFINITY }
    setTimeout(() => child.kill('SIGKILL'), ms)
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<{ found: Found | undefined; last: string }>((resolve, reject) => {
    child.once('close', (code, signal) => {
      const last = lines.at(-1) ?? ''
      if (last.startsWith('found ')) resolve({ found: JSON.parse(last.slice(6)), last })
      else if (signal === 'SIGKILL') resolve({ found: undefined, last })
      else reject(new Error(`the process ended with ${code ?? signal}: ${errors}`))
    })
  })
  return {
    child,
    ended,
    start: () => child.stdin.write('start\n'),
    killAfter(statements: number, ms: number, only = /^/) {
      fatal = { lines: statements, ms, only }
    },
  }
}

const coinsOfWorld = ['ETH', 'ETH', 'USDT-ERC20', 'BTC'] as const

/**
 * Writes a CSV file with transfers between a few hundred addresses. Some transactions contain many transfers.
 */
export function writeTransfers(
  file: string,
  options: { seed: number; rows: number; firstBlock: number; branch?: string },
): void {
  const random = createSeeded(options.seed)
  const lines = ['coin,tx_hash,position,block,timestamp,from,to,amount']
  let tx = 0
  let left = 0
  let block = options.firstBlock
  for (let row = 0; row < options.rows; row += 1) {
    if (left === 0) {
      tx += 1
      left = 1 + random.below(6)
      block = options.firstBlock + Math.floor(row / 40)
    }
    left -= 1
    const coin = coinsOfWorld[tx % coinsOfWorld.length] ?? 'ETH'
    const party = () => worldAddress(coin, Math.floor(300 * random.next() ** 3))
    const from = random.below(30) === 0 ? '' : party()
    const to = from !== '' && random.below(30) === 0 ? '' : party()
    const hash = `${(options.branch ?? 'aa').repeat(24)}${(options.firstBlock * 100_000 + tx).toString(16).padStart(16, '0')}`
    lines.push(
      [
        coin,
        coin === 'BTC' ? hash : `0x${hash}`,
        left,
        block,
        1_700_000_000 + block * 12,
        from,
        to,
        `${random.below(1000)}.${random.below(1_000_000)}`,
      ].join(','),
    )
    // Occasionally repeats an earlier row.
    if (random.below(50) === 0 && lines.length > 2) {
      lines.push(lines[1 + random.below(lines.length - 1)] ?? '')
    }
  }
  writeFileSync(file, `${lines.join('\n')}\n`)
}

export function worldAddress(coin: string, number: number): string {
  const bytes = Buffer.alloc(20)
  bytes.writeUInt32BE((number * 2654435761) % 4294967296, 3)
  bytes.writeUInt32BE(number, 16)
  if (coin !== 'BTC') return `0x${bytes.toString('hex')}`
  return formatAddress('BTC', Buffer.concat([Buffer.from([0]), bytes]))
}

/** The known addresses, for which the ledger keeps edges. */
export const knownOfWorld = Array.from({ length: 12 }, (_, index) => {
  const network: Network = index % 3 === 0 ? 'BTC' : 'ETH'
  return { network, address: worldAddress(network, index * 3) }
})
