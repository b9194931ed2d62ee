import { readFileSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import { problemsOfPolicy } from './check-policy.ts'
import type { RiskPolicy } from './risk-policy.ts'

/** Reads an operator's policy, which replaces the default policy. */
export function readPolicyFile(file: string): RiskPolicy {
  const policy = parse(file)
  const problems = problemsOfPolicy(policy)
  if (problems.length > 0) {
    throw new OperatorError({
      code: 'settings.risk-policy',
      message: `The risk policy ${file} is invalid: ${problems.join('; ')}.`,
      remedy: 'Correct the policy. docs/methodology.md describes each member.',
    })
  }
  return policy as RiskPolicy
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'the file cannot be opened'
    throw new OperatorError({
      code: 'settings.risk-policy',
      message: `The risk policy ${file} cannot be read as JSON: ${reason}.`,
      remedy: 'Set RISK_POLICY to the path of a policy file, or unset RISK_POLICY to use the default policy.',
      cause,
    })
  }
}
