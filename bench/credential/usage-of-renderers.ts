import { readdirSync, readFileSync } from 'node:fs'

/**
 * The resource usage of a browser's renderer processes: the highest memory of any process and the total CPU
 * time.
 */
export type RendererUsage = { peakBytes: number; cpuMs: number }

/** Reads /proc on Linux, where the clock ticks a hundred times per second. */
export function usageOfRenderers(browser: number): RendererUsage {
  const parents = new Map<number, number>()
  const renderers = new Map<number, RendererUsage>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      parents.set(Number(name), number('PPid'))
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) continue
      // After the name, which may contain spaces, user and system time are fields 12 and 13.
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
