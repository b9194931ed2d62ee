import { availableParallelism, loadavg, totalmem } from 'node:os'

/** What the numbers depend on, without a date or a name: two runs on one machine compare equal. */
export type Machine = { node: string; platform: string; cores: number; memoryGiB: number }

export function describeMachine(): Machine {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  }
}

/** Work that other programs keep the machine busy with, in cores; only known before the benchmark starts. */
export function loadOfOthers(): number {
  return loadavg()[0] ?? 0
}
