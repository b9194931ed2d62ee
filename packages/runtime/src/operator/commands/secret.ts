import { type RotationReport, rotateSecret } from '../../secret/rotate-secret.ts'
import type { Command } from '../command.ts'

/** Seals everything again under a new master secret. */
export const secretRotate: Command<Record<string, never>, RotationReport> = (runtime, _, progress, signal) =>
  rotateSecret(runtime, progress, signal)
