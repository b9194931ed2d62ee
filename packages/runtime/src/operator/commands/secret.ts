import { byCommandLine, recordChange } from '@touchstone/kyc'
import { type RotationReport, rotateSecret } from '../../secret/rotate-secret.ts'
import type { Command } from '../command.ts'

/** Re-encrypts all sealed values with a new master secret. */
export const secretRotate: Command<Record<string, never>, RotationReport> = async (
  runtime,
  _,
  progress,
  signal,
) => {
  const report = await rotateSecret(runtime, progress, signal)
  await recordChange(runtime.kyc, { action: 'secret.rotated', target: 'secret', detail: {} }, byCommandLine)
  return report
}
