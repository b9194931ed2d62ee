import { availableParallelism, loadavg, totalmem } from 'node:os'

/**
 * The properties of the machine that affect the figures, without a date or a name, so that runs on one
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

/** Returns the load of other programs, in cores. Valid only before the benchmark starts. */
export function loadOfOthers(): number {
  return loadavg()[0] ?? 0
}
