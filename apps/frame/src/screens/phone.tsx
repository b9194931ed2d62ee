import { Action } from '../parts/action.tsx'
import { Bar } from '../parts/bar.tsx'
import { Digits } from '../parts/digits.tsx'
import { Facts } from '../parts/facts.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows, stageIcons } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

/** Asks the phone's holder to agree, and then shows the digits to compare. */
export function PhoneConfirmScreen({ step }: { step: StepOf<'phone-confirm'> }) {
  const { frame, view, texts } = useFrame()
  const { phone } = texts
  if (step.agreed) {
    return (
      <Screen title={phone.confirmTitle} why={phone.confirmWhy} icon="phone">
        <Digits digits={step.digits} />
        <Bar part={undefined} label={phone.waiting} />
      </Screen>
    )
  }
  const answer = (agrees: boolean) => void frame.act(`${agrees}`, '/hand-off/answer', { agrees })
  return (
    <Screen
      title={phone.agreeTitle}
      why={phone.agreeWhy}
      actions={
        <>
          <Action name="true" label={phone.agree} onPress={() => answer(true)} />
          <Action kind="plain" name="false" label={phone.decline} onPress={() => answer(false)} />
        </>
      }
    >
      <Facts
        facts={[
          [phone.site, view?.merchant.name ?? ''],
          ...(view?.login === undefined ? [] : [[phone.signedIn, view.login] as const]),
        ]}
      />
      <Rows
        title={phone.asksTitle}
        rows={step.asks.map((stage) => ({
          key: stage,
          icon: stageIcons[stage] ?? 'check',
          text: texts.authorize.asks[stage],
        }))}
      />
      <RefusalNotice />
    </Screen>
  )
}

export function PhoneDoneScreen({ step }: { step: StepOf<'phone-done'> }) {
  const { texts } = useFrame()
  const { phone } = texts
  if (step.declined) return <Screen title={phone.declinedTitle} why={phone.declined} icon="close" />
  return <Screen title={phone.doneTitle} why={phone.done} icon="check" tone="passed" />
}
