import { readdirSync, readFileSync } from 'node:fs'

/**
 * Resource usage of a browser's renderer processes: the highest memory use of any single process, and the CPU
 * time of all processes.
 */
export type RendererUsage = { peakBytes: number; cpuMs: number }

/** Reads /proc on Linux, where the kernel reports CPU time in ticks of a hundredth of a second. */
export function usageOfRenderers(browser: number): RendererUsage {
  const parents = new Map<number, number>()
  const renderers = new Map<number, RendererUsage>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      parents.set(Number(name), number('PPid'))
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) continue
      // User and system time are the 12th and 13th fields after the process name, which can contain spaces.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const ticks = Number(fields[11]) + Number(fields[12])
      renderers.set(Number(name), { peakBytes: number('VmHWM') * 1024, cpuMs: ticks * 10 })
    } catch {
      // The process has ended in the meantime.
    }
  }
  const isBelow = (process: number): boolean => {
    const parent = parents.get(process)
    return parent === browser || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  const own = [...renderers].filter(([process]) => isBelow(process)).map(([, usage]) => usage)
  return {
    peakBytes: Math.max(0, ...own.map(({ peakBytes }) => peakBytes)),
    cpuMs: own.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  }
}
