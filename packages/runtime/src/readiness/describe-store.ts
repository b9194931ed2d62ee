import { isAbsolute } from 'node:path'
import { OperatorError } from '@touchstone/common'
import type { Finding } from '@touchstone/contract'
import type { Runtime } from '../open-runtime.ts'
import { faceModelsInUse } from './face-models-in-use.ts'
import type { StoreState } from './store-state.ts'

/** Describes the stores and what they contain. */
export function describeState(state: StoreState): Finding[] {
  const findings = [describeStore('store', state), describeStore('ledger', state.ledger)]
  const { networks, unpriced } = state.ledger
  if (networks !== undefined) {
    findings.push(describeLedgerData(networks, state.sources))
    if (networks.length > 0) findings.push(describePrices(unpriced ?? []))
    if (state.sources.length > 0) findings.push(describeSources(networks, state.sources))
  }
  if (state.isRotating) findings.push(unfinishedRotation)
  findings.push(...state.unfitPrograms.map(describeUnfitProgram))
  if (state.forgedRows.length > 0) findings.push(describeForgedRows(state.forgedRows))
  if (state.damagedChains.length > 0) findings.push(describeDamagedChains(state.damagedChains))
  if (state.unsentAudit !== undefined) findings.push(describeUnsentAudit(state.unsentAudit))
  return findings
}

function describeUnsentAudit({ entries, since, isLate }: NonNullable<StoreState['unsentAudit']>): Finding {
  const check = 'audit log copy'
  if (!isLate)
    return {
      check,
      state: 'good',
      found: entries === 0 ? 'complete' : `${entries} entries will be sent soon`,
    }
  return {
    check,
    state: 'wrong',
    found: `${entries} entries were not sent, the oldest is from ${since?.toISOString()}`,
    remedy: 'Run touchstone audit send to see the reason. The service sends them every minute while it runs.',
  }
}

/**
 * Checks the face models. Reports nothing if only the built-in model is in use and no faceprint comes from an
 * unknown model.
 */
export async function checkFaceModels(runtime: Runtime): Promise<Finding[]> {
  const check = 'face models'
  try {
    const models = await faceModelsInUse(runtime)
    const missing = models.filter(({ use }) => use === 'missing')
    if (missing.length > 0) {
      const left = missing.reduce((sum, { faceprints }) => sum + faceprints, 0)
      const found = `${left} faceprints are from a model that is not listed in the settings: nobody can be enrolled`
      return [{ check, state: 'wrong', found, remedy: 'Add it to FACE_EMBEDDING_FORMER_MODELS.' }]
    }
    const { embedding, liveness } = runtime.settings.faceModels
    const isCustom = embedding !== undefined && isAbsolute(embedding)
    if (!isCustom && liveness === undefined) return []
    const former = models.filter(({ use }) => use === 'former')
    const left = former.reduce((sum, { faceprints }) => sum + faceprints, 0)
    return [{ check, state: 'good', found: `calibrated; ${left} faceprints are from previous models` }]
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [{ check, state: 'wrong', found: error.message, remedy: error.remedy }]
  }
}

const unfinishedRotation: Finding = {
  check: 'rotation',
  state: 'note',
  found: 'some values are still encrypted with the previous master secret',
  remedy: 'Keep that secret and finish with: touchstone secret rotate',
}

/**
 * Reports programs with an invalid mint mode, which were created before the mint mode was validated. These
 * programs continue to work.
 */
function describeUnfitProgram(program: StoreState['unfitPrograms'][number]): Finding {
  const { mchNo, programNo, name, kind, mintMode, active, why } = program
  return {
    check: `program ${programNo}`,
    state: 'note',
    found: `"${name}" of ${mchNo}${active ? '' : ', off,'} is a ${kind} program with ${mintMode}: ${why}`,
    remedy: `Create another program with --mint-mode cross-chain, then run: touchstone program activate ${programNo} --off`,
  }
}

function describeForgedRows(rows: StoreState['forgedRows']): Finding {
  const named = rows.slice(0, 10).map(({ table, id }) => `${table} ${id}`)
  const more = rows.length > named.length ? [`${rows.length - named.length} more`] : []
  return {
    check: 'rights',
    state: 'wrong',
    found: `refused rows with a wrong signature: ${[...named, ...more].join(', ')}`,
    remedy:
      'Somebody changed the database outside the service. Find out who, restore a backup or delete these rows, and change the database password.',
  }
}

function describeDamagedChains(chains: StoreState['damagedChains']): Finding {
  const reasons = {
    'head-missing': 'has no record of its start',
    'head-changed': 'has a changed record of its start',
    'cut-off': 'does not end with the newest entry on record',
  }
  const named = chains.slice(0, 10).map(({ chain, why }) => `the log of ${chain} ${reasons[why]}`)
  const more = chains.length > named.length ? [`${chains.length - named.length} more`] : []
  return {
    check: 'audit log',
    state: 'wrong',
    found: [...named, ...more].join(', '),
    remedy: 'Somebody changed the database outside the service. Run touchstone audit verify for details.',
  }
}

function describeStore(
  check: string,
  { engine, answers, pendingMigrations }: { engine: string; answers: boolean; pendingMigrations: string[] },
): Finding {
  if (!answers)
    return {
      check,
      state: 'note',
      found: `${engine}: address risk is unavailable`,
      remedy: 'Unset LEDGER_URL, or set it to a PostgreSQL database.',
    }
  return pendingMigrations.length === 0
    ? { check, state: 'good', found: `${engine}, up to date` }
    : {
        check,
        state: 'note',
        found: `${engine}, ${pendingMigrations.length} pending migrations`,
        remedy: 'They run on the next start, or now with: touchstone migrate',
      }
}

type LedgerNetworks = NonNullable<StoreState['ledger']['networks']>

/** Reports what the ledger contains. The coins of a network without data are not supported. */
function describeLedgerData(networks: LedgerNetworks, sources: StoreState['sources']): Finding {
  const check = 'ledger data'
  if (networks.length === 0 && sources.length > 0)
    return {
      check,
      state: 'good',
      found: 'none yet: histories are fetched from sources when they are needed',
    }
  if (networks.length === 0)
    return {
      check,
      state: 'note',
      found: 'none: no coin is supported and no address can be checked',
      remedy:
        'Import transfers or follow a chain (touchstone import --help), or add a source (touchstone source --help)',
    }
  const found = networks.map(({ network, newestBlock }) => `${network} to block ${newestBlock}`).join(', ')
  const problems = [
    ...networks.flatMap(({ network, isLate }) => (isLate ? `no follower of ${network} is running` : [])),
    ...networks.flatMap(({ network, gaps }) =>
      gaps.slice(0, 3).map(({ first, last }) => `${network} lacks blocks ${first} to ${last}`),
    ),
  ]
  if (problems.length === 0) return { check, state: 'good', found }
  const remedy = 'Follow the chain or import the missing blocks: touchstone import --help'
  return { check, state: 'note', found: `${found}; ${problems.join(', ')}`, remedy }
}

/** Reports coins without a price, whose amounts are left out of scores or scored separately. */
function describePrices(unpriced: readonly string[]): Finding {
  const check = 'prices'
  if (unpriced.length === 0) return { check, state: 'good', found: 'every coin of these networks has prices' }
  const named = unpriced.slice(0, 10).join(', ')
  const more = unpriced.length > 10 ? ` and ${unpriced.length - 10} more` : ''
  return {
    ...{ check, state: 'note', found: `no price for ${named}${more}` },
    remedy:
      'Add a price source (touchstone source add coingecko) or import prices (touchstone import prices).',
  }
}

/** Reports the history sources, which of them fail, and the networks for which only a source has data. */
function describeSources(networks: LedgerNetworks, sources: StoreState['sources']): Finding {
  const check = 'sources'
  const inLedger = new Set(networks.map(({ network }) => network))
  const only = sources.flatMap(({ network }) => (network === null || inLedger.has(network) ? [] : [network]))
  const found = [
    sources.map(({ name, host }) => `${name} (${host})`).join(', '),
    ...(only.length > 0 ? [`only a source has data for ${[...new Set(only)].join(', ')}`] : []),
  ].join('; ')
  const failing = sources.filter(({ state }) => state !== 'good')
  if (failing.length === 0) return { check, state: 'good', found }
  const refused = failing.find(({ problem }) => problem === 'refused')
  const problems = failing.map(({ name, problem }) => `${name} ${sourceProblems[problem ?? 'unavailable']}`)
  return {
    ...{ check, state: 'note', found: `${found}; ${problems.join(', ')}` },
    remedy:
      refused === undefined
        ? `Find out more with: touchstone source test ${failing[0]?.name}`
        : `Add ${refused.name} again with a valid key: touchstone source add --help`,
  }
}

const sourceProblems = {
  limited: 'reports too many requests',
  refused: 'refuses the key',
  unavailable: 'does not respond',
  invalid: 'returns invalid responses',
  behind: 'has no blocks of the last three hours',
  chain: 'belongs to another chain',
}
