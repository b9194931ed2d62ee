import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function ForgottenScreen({ step }: { step: StepOf<'forgotten'> }) {
  const { texts } = useFrame()
  const { forgotten } = texts
  const { receiptId, at, complete, removed } = step.receipt
  const burnt = removed.tokens.filter((token) => token.burnt).length
  const save = () =>
    saveFile(`touchstone-receipt-${receiptId}.json`, `${JSON.stringify(step.receipt, null, 2)}\n`)
  return (
    <Screen
      title={forgotten.title}
      why={complete ? forgotten.why : forgotten.whyPending}
      icon="trash"
      actions={<Action icon="download" label={forgotten.save} onPress={save} />}
    >
      <Facts
        across
        facts={[
          [
            forgotten.receipt,
            <span key="receipt" className="mono">
              {receiptId}
            </span>,
          ],
          [forgotten.at, <Moment key="at" at={at} language={texts.language} />],
          [forgotten.faceprints, removed.faceprints],
          ...(step.receipt.faceKeptUntil === undefined
            ? []
            : [
                [
                  forgotten.faceKept,
                  <Moment key="kept" at={step.receipt.faceKeptUntil} language={texts.language} />,
                ] as const,
              ]),
          [forgotten.accounts, removed.accounts],
          [forgotten.journeys, removed.journeys],
          [forgotten.tokens, forgotten.tokensOf(burnt, removed.tokens.length)],
        ]}
      />
    </Screen>
  )
}
