import type { TransferRule } from '@touchstone/contract'
import { describeRule } from '@touchstone/contract/describe-rule'
import { Badge } from '../../parts/badge.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Lists rules as sentences, in the order in which they decide. */
export function RuleSentences({ rules }: { rules: readonly TransferRule[] }) {
  const texts = useTexts()
  const sorted = [...rules].sort((one, other) => one.priority - other.priority)
  return (
    <ul className="rule-list">
      {sorted.map((rule) => (
        <li key={rule.name}>
          <p>
            <strong>{rule.name}</strong>{' '}
            <Badge>
              {texts.rules.priority} {rule.priority}
            </Badge>{' '}
            {rule.shadow && <Badge tone="accent">{texts.rules.shadow}</Badge>}
          </p>
          <p className="small">{texts.customerTransfers.sentence(describeRule(rule))}</p>
        </li>
      ))}
    </ul>
  )
}
