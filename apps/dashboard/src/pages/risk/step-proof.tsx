import { Account } from '../../parts/account.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Shows the transaction and the date of a step on a path. */
export function StepProof({
  step: { coin, tx, time },
}: {
  step: { coin: string; tx: string; time: number }
}) {
  const texts = useTexts()
  return (
    <span className="step-proof muted small">
      {tx === '' ? (
        texts.transaction.noHash
      ) : (
        <Account value={tx} what={texts.transaction.hash} place={{ coin, txid: tx }} />
      )}
      <Moment at={time * 1000} />
    </span>
  )
}
