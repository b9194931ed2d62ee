import { shown, type Target } from './report.ts'

type Limit = { atLeast: number } | { atMost: number }

/** Makes targets: a ratio and its limit, shown as times or as a share of the other, beside what was predicted of it. */
export const targetsWith =
  (predictions: Readonly<Record<string, string>>) =>
  (what: string, ratio: number, limit: Limit, show: (ratio: number) => string = shown.times): Target => {
    const predicted = predictions[what]
    return {
      what,
      wanted: 'atLeast' in limit ? `at least ${show(limit.atLeast)}` : `at most ${show(limit.atMost)}`,
      seen: show(ratio),
      met: 'atLeast' in limit ? ratio >= limit.atLeast : ratio <= limit.atMost,
      ...(predicted !== undefined && { predicted }),
    }
  }
