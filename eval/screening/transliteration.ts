import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIndex, type ListEntry, screen } from '@touchstone/screening'
import { shown, type Table } from '../../bench/support/report.ts'

const scripts = ['russian', 'arabic', 'hebrew', 'chinese', 'katakana', 'korean'] as const
const seenFrom = 0.3

/**
 * Evaluates single tokens in six scripts, mostly foreign words. Compares each token with all Latin forms in
 * the same file and counts how often the correct form is found. This is harder than matching names, because
 * only one token is known and some forms belong to several words.
 */
export function measureTransliteration(folder: string, samples: number): Table {
  return {
    title:
      'Single tokens in six scripts: how often the correct Latin form is the best answer, among the best ten, or among all answers',
    head: ['script', 'tokens', 'Latin forms', 'best', 'best ten', 'any'],
    rows: scripts.map((script) => {
      const rows = readTokens(join(folder, `wd_${script}.tsv`))
      const forms = [...new Set(rows.map(({ latin }) => latin))]
      const index = buildIndex([
        { list: script, version: '1', publishedAt: null, entries: forms.map(asEntry) },
      ])
      const step = Math.max(1, Math.floor(rows.length / samples))
      const asked = rows.filter((_, at) => at % step === 0)
      const places = asked.map(({ latin, native }) => {
        const { hits } = screen(index, { names: [native] }, { threshold: seenFrom, limit: 200 })
        return hits.findIndex((hit) => hit.entryId === latin)
      })
      const share = (most: number) =>
        (places.filter((place) => place >= 0 && place < most).length / asked.length).toFixed(2)
      return [script, shown.count(asked.length), shown.count(forms.length), share(1), share(10), share(200)]
    }),
  }
}

function readTokens(file: string): { latin: string; native: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((parts) => parts.length === 3)
    .map(([latin = '', native = '']) => ({ latin, native: native.replaceAll(' ', '') }))
}

const asEntry = (latin: string): ListEntry => ({
  id: latin,
  kind: 'person',
  names: [{ text: latin, quality: 'primary' }],
  birthDates: [],
  nationalities: [],
  documents: [],
  programs: [],
  cryptoAddresses: [],
})
