import { readFileSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import { problemsOfPolicy } from './check-policy.ts'
import type { RiskPolicy } from './risk-policy.ts'

/** An operator's own policy in place of the one that comes with the service. */
export function readPolicyFile(file: string): RiskPolicy {
  const policy = parse(file)
  const problems = problemsOfPolicy(policy)
  if (problems.length > 0) {
    throw new OperatorError({
      code: 'settings.risk-policy',
      message: `The risk policy ${file} can't be used: ${problems.join('; ')}.`,
      remedy: 'Correct it; docs/methodology.md tells what each member means.',
    })
  }
  return policy as RiskPolicy
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it can not be read'
    throw new OperatorError({
      code: 'settings.risk-policy',
      message: `The risk policy ${file} is no JSON file that can be read: ${reason}.`,
      remedy:
        'Give RISK_POLICY the path of a policy, or leave it out to use the one that comes with the service.',
      cause,
    })
  }
}
