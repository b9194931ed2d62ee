import type { BudgetCeiling } from '@touchstone/kyt'
import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

const ceilingLimits = { addresses: 10_000, transfers: 1_000_000, transfers_of_one: 100_000, hops: 32 }
const ceilingNames = Object.keys(ceilingLimits) as (keyof BudgetCeiling)[]

/** Settings for risk scores and their limits. */
export const riskSettings = {
  riskPolicy: define({
    env: 'RISK_POLICY',
    key: 'riskPolicy',
    meaning: 'A custom policy for the risk score. Merchants can override parts of it.',
    takes: 'the path of a JSON file',
    otherwise: 'the built-in policy',
    parse: parsers.text,
  }),
  riskCeiling: define<Partial<BudgetCeiling>>({
    env: 'RISK_BUDGET_CEILING',
    key: 'riskBudgetCeiling',
    meaning:
      "The largest budget and number of hops that a merchant's policy may have. A stored policy that exceeds them is reduced. " +
      'Limits that are not listed keep their defaults.',
    takes:
      'a list like addresses=1000,transfers=100000,transfers_of_one=10000,hops=16, with maximum values of 10000, 1000000, 100000 and 32',
    otherwise:
      'addresses=1000, transfers=100000, transfers_of_one=10000, hops=16, or the value of the default policy if it is larger',
    parse(text) {
      const ceiling: Partial<Record<keyof BudgetCeiling, number>> = {}
      for (const part of text.split(',')) {
        const [name = '', value = ''] = part.trim().split('=')
        const known = ceilingNames.find((each) => each === name)
        if (known === undefined || known in ceiling || !/^[1-9][0-9]{0,6}$/.test(value)) return undefined
        if (Number(value) > ceilingLimits[known]) return undefined
        ceiling[known] = Number(value)
      }
      return ceiling
    },
  }),
  riskTimeLimit: define({
    env: 'RISK_TIME_LIMIT_MS',
    key: 'riskTimeLimitMs',
    meaning:
      'How long a risk score traces funds, in milliseconds. If this time runs out, the explanation lists what was not followed.',
    takes: 'an integer from 100 to 60000',
    otherwise: '2000',
    parse: parsers.integer(100, 60_000),
  }),
  riskRecordsKeptDays: define({
    env: 'RISK_RECORD_RETENTION_DAYS',
    key: 'riskRecordRetentionDays',
    meaning: 'How long recorded questions about addresses and saved reports are kept.',
    takes: 'a number of days from 1 to 7300',
    otherwise: '1827 (five years)',
    parse: parsers.integer(1, 7300),
  }),
  riskScoresAtOnce: define({
    env: 'RISK_SCORES_AT_ONCE',
    key: 'riskScoresAtOnce',
    meaning:
      'Maximum number of risk scores that each node calculates at a time. Further scores wait in a queue.',
    takes: 'an integer from 1 to 1000',
    otherwise: '16',
    parse: parsers.integer(1, 1000),
  }),
  riskScoresOfMerchant: define({
    env: 'RISK_SCORES_PER_MERCHANT',
    key: 'riskScoresPerMerchant',
    meaning: 'Maximum number of risk scores that each node calculates at a time for one merchant.',
    takes: 'an integer from 1 to 1000',
    otherwise: '4',
    parse: parsers.integer(1, 1000),
  }),
  reassessDays: define({
    env: 'TRANSFER_REASSESS_DAYS',
    key: 'transferReassessDays',
    meaning:
      "How long a customer's transfer is decided again if the data or the policy changes, counted from the time of the transfer.",
    takes: 'a number of days from 1 to 3650',
    otherwise: '90',
    parse: parsers.integer(1, 3650),
  }),
}
