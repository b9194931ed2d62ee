import { availableParallelism, loadavg, totalmem } from 'node:os'

/**
 * The properties of the machine that affect the figures, without its name or a date, so that runs on the same
 * machine can be compared.
 */
export type Machine = { node: string; platform: string; cores: number; memoryGiB: number }

export function describeMachine(): Machine {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  }
}

/** Returns how many cores other programs use. Valid only before the benchmark starts. */
export function loadOfOthers(): number {
  return loadavg()[0] ?? 0
}
