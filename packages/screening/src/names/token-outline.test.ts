import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../test/support/test-all.ts'
import { screeningPolicy } from '../match/screening-policy.ts'
import { compareToken } from './compare-token.ts'
import { tokenForms } from './token-forms.ts'
import { likenessBound, outlineTokens } from './token-outline.ts'
import { tokenise } from './tokenise.ts'

const { names, organisations } = screeningPolicy
const words = [
  ...['mohammed', 'muhammad', 'mohamad', 'Мухаммад', 'محمد', 'מוחמד', '김정은', 'kim', 'jong', '金正恩'],
  ...['Aleksandr', 'Александр', 'alexander', 'aleksander', 'sergey', 'sergei', 'Sergej', 'Γεώργιος'],
  ...['カルロス', 'carlos', 'karl', 'al', 'ali', 'ela', 'lee', 'li', 'rhee', 'von', 'xu', 'hsu', '徐'],
  ...['abdulrahman', 'abdurrahman', 'عبدالرحمن', 'x'.repeat(40), `${'x'.repeat(30)}yz`],
]

/** Returns a name with some of its letters changed. */
const changed = fc
  .tuple(
    fc.constantFrom(...words),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'a', 'h', 'k', 's', 'й', 'م')), { maxLength: 4 }),
  )
  .map(([word, edits]) =>
    edits.reduce((text, [at, letter]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + letter + text.slice(place + (at % 2))
    }, word),
  )
const tokens = fc
  .array(changed, { minLength: 2, maxLength: 12 })
  .map((texts) => texts.flatMap((text) => tokenise(text)).map(tokenForms))

test('never excludes a similar token', () => {
  let [ruledOut, compared] = [0, 0]
  fc.assert(
    fc.property(
      tokens,
      fc.constantFrom(names.leastSimilarity, organisations.leastSimilarity, names.leastJoined),
      ([token, ...others], least) => {
        if (!token) return
        const mayBeLike = likenessBound(token, outlineTokens(others), least)
        const similarityTo = compareToken(token)
        for (const [at, other] of others.entries()) {
          compared += 1
          if (mayBeLike(at)) continue
          ruledOut += 1
          expect(similarityTo(other), `${token.latin} and ${other.latin} from ${least}`).toBeLessThan(least)
        }
      },
    ),
    { numRuns: runs(3000) },
  )
  expect(ruledOut / compared).toBeGreaterThan(0.3)
})
