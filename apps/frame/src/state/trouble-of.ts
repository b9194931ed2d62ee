import type { ParameterName } from '../boot/read-parameters.ts'
import type { Trouble } from './frame-state.ts'

/** The screen of a refusal that no single step can do anything about. */
export function troubleOf(code: string, again: () => void): Trouble | undefined {
  const parameter = /^parameter\.(\w+)$/.exec(code)?.[1] as ParameterName | undefined
  if (parameter !== undefined) return { screen: 'wrong-parameter', reason: parameter }
  if (code.startsWith('token.')) return { screen: 'token-expired', reason: code, again }
  if (code === 'program.inactive' || code === 'program.unknown')
    return { screen: 'program-not-active', reason: code }
  if (code === 'domain.not-allowed') return { screen: 'domain-not-allowed', reason: code }
  if (code === 'system') return { screen: 'unknown', reason: code, again }
  return undefined
}
