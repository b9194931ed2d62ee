import { shortened } from '../../parts/account.tsx'
import { useLanguage } from '../../texts/texts.ts'
import type { Words } from './draw-graph.ts'
import type { ShownLink, ShownNode } from './graph.ts'

const languages = { en: 'en-GB', 'zh-hk': 'zh-HK' } as const

export type GraphWords = Words & {
  /** A value in USD, shortened to three digits. */
  usd(value: bigint): string
}

/** Returns how nodes and links are named in the member's language. */
export function useWords(split: readonly string[]): GraphWords {
  const { texts, locale } = useLanguage()
  const language = languages[locale]
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 })
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const date = (seconds: number) => days.format(seconds * 1000)
  const usd = (value: bigint) => `${compact.format(Number(value / 10_000n) / 100)} USD`
  const words: GraphWords = {
    usd,
    date,
    nodeTitle({ kind, known, atoms }: ShownNode) {
      if (kind === 'issued' || kind === 'burnt') return texts.explorer[kind]
      const name = known?.name ?? shortened(atoms[0]?.address ?? '')
      return kind === 'name' && split.includes(name) ? texts.explorer.othersOf(name) : name
    },
    nodeDetail({ kind, known, atoms, state }: ShownNode) {
      const networks = [...new Set(atoms.flatMap(({ network }) => (network === '' ? [] : network)))]
      const addresses = atoms.filter((atom) => atom.kind === 'address').length
      const isOne = kind !== 'name' || addresses === 1
      return [
        ...(known === null ? [] : [texts.explorer.categories[known.category] ?? known.category]),
        ...networks,
        ...(isOne ? [] : [texts.explorer.addresses(addresses)]),
        ...(isOne && kind !== 'name' && state !== 'complete' ? [texts.explorer.states[state]] : []),
      ].join(' · ')
    },
    linkText({ usd: value, flows, transfer, count, first }: ShownLink) {
      const [flow] = flows
      const coin = flow === undefined ? '' : `${compact.format(Number(flow.amount))} ${flow.coin}`
      if (transfer !== undefined) return `${coin} · ${date(transfer.time)}`
      const times = count === 1 && first !== undefined ? ` · ${date(first)}` : count > 1 ? ` · ${count}×` : ''
      return `${value === undefined ? coin : usd(value)}${times}`
    },
  }
  return words
}
