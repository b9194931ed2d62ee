import type { CustomerTransfer } from '@touchstone/contract'
import { amountIn, amountSigns, exactAmount, millionths } from '@touchstone/design'
import { useTexts } from '../texts/texts.ts'
import { Badge } from './badge.tsx'

const looks = {
  allow: { tone: 'passed', icon: 'check' },
  hold: { tone: 'moderate', icon: 'alert' },
  block: { tone: 'failed', icon: 'close' },
} as const

/** Shows a decision on a transfer or, as an action, what a rule or an opinion would do with it. */
export function DecisionBadge({
  decision,
  action = false,
}: {
  decision: CustomerTransfer['decision']
  action?: boolean
}) {
  const texts = useTexts()
  const words = action ? texts.rules.actions : texts.customerTransfers.decisions
  return <Badge {...looks[decision]}>{words[decision]}</Badge>
}

const longestWhole = 18

/** Shows the merchant's own number of a transfer or a customer. Short numbers are not broken into lines. */
export function OwnNumber({ value }: { value: string }) {
  return <span className={value.length <= longestWhole ? 'whole' : 'mono-long'}>{value}</span>
}

/** Returns a function that formats a value in USD. The value is empty if the coin has no price. */
export function useUsd(): (usd: string) => string {
  const texts = useTexts()
  return (usd) =>
    usd === '' ? texts.customerTransfers.noPrice : amountIn('USD', millionths(usd), amountSigns)
}

/** Shows the direction of a transfer, its amount and its value. */
export function Amount({
  transfer: { direction, amount, coin, amount_usd: usd },
}: {
  transfer: Pick<CustomerTransfer, 'direction' | 'amount' | 'coin' | 'amount_usd'>
}) {
  const texts = useTexts()
  const usdOf = useUsd()
  return (
    <>
      {texts.customerTransfers.directions[direction]}{' '}
      <span className="whole">
        {exactAmount(amount)} {coin}
      </span>
      <span className="detail muted small">{usdOf(usd)}</span>
    </>
  )
}
