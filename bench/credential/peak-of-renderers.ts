import { readdirSync, readFileSync } from 'node:fs'

/**
 * The most resident memory that any renderer below a browser's process has ever held, in bytes, as Linux counts it. Zero
 * where that can't be read.
 */
export function peakOfRenderers(browser: number): number {
  const parents = new Map<number, number>()
  const peaks = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      parents.set(Number(name), number('PPid'))
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) {
        peaks.set(Number(name), number('VmHWM') * 1024)
      }
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (process: number): boolean => {
    const parent = parents.get(process)
    return parent === browser || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return Math.max(0, ...[...peaks].filter(([process]) => isBelow(process)).map(([, peak]) => peak))
}
