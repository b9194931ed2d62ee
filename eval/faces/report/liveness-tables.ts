import type { Table, Target } from '../../../bench/support/report.ts'
import { attackNames } from '../attacks/make-attack.ts'
import { shareWithRange } from '../measure/confidence.ts'
import type { Attempt } from '../measure/evaluate-liveness.ts'

export function livenessTable(attempts: readonly Attempt[]): Table {
  const kinds = ['live', ...attackNames] as const
  return {
    title: 'Liveness: captures from clips that were not used to set limits',
    head: [
      'kind',
      'tried',
      'accepted',
      'unclear',
      'share accepted (95 %)',
      'accepted without the colour check',
      'and without the grid check',
      'refused by',
    ],
    rows: kinds.map((kind) => {
      const of = attempts.filter((attempt) => attempt.kind === kind)
      const accepted = of.filter(({ verdict }) => verdict === 'live').length
      const reasons = new Map<string, number>()
      for (const { failed } of of) {
        for (const name of new Set(failed.map((each) => each.replace(/^step-.*/, 'steps')))) {
          reasons.set(name, (reasons.get(name) ?? 0) + 1)
        }
      }
      return [
        kind,
        String(of.length),
        String(accepted),
        String(of.filter(({ verdict }) => verdict === 'unclear').length),
        shareWithRange(accepted, of.length),
        String(of.filter(({ withoutColours }) => withoutColours).length),
        String(of.filter(({ withoutGrid }) => withoutGrid).length),
        [...reasons]
          .sort((a, b) => b[1] - a[1])
          .map(([name, count]) => `${name} ${count}`)
          .join(', '),
      ]
    }),
  }
}

export function missTable(attempts: readonly Attempt[]): Table {
  return {
    title: 'Rejected live captures and accepted attacks',
    head: ['kind', 'footage', 'asked', 'verdict', 'failed'],
    rows: attempts
      .filter(({ kind, verdict }) => (kind === 'live') !== (verdict === 'live'))
      .map(({ kind, session, steps, verdict, failed }) => [kind, session, steps, verdict, failed.join(', ')]),
  }
}

export function livenessTargets(attempts: readonly Attempt[]): Target[] {
  const live = attempts.filter(({ kind }) => kind === 'live')
  const rejected = live.filter(({ verdict }) => verdict !== 'live').length
  const attacks = attempts.filter(({ kind }) => kind !== 'live')
  const accepted = attacks.filter(({ verdict }) => verdict === 'live').length
  return [
    {
      what: 'listed attacks accepted',
      wanted: 'none',
      seen: `${accepted} of ${attacks.length}`,
      met: accepted === 0,
    },
    {
      what: 'live captures rejected',
      wanted: 'at most 1 in 20',
      seen: `${rejected} of ${live.length}`,
      met: rejected * 20 <= live.length,
    },
  ]
}
