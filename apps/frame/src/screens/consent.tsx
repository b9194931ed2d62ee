import { Account } from '../parts/account.tsx'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function ConsentScreen({ step }: { step: StepOf<'consent'> }) {
  const { frame, view, texts } = useFrame()
  const { consent } = texts
  const names: Record<string, string> = consent.shares
  const later = async () => {
    const answer = await frame.act('later', '/consent', { granted: false })
    if (answer !== undefined) frame.link.close()
  }
  return (
    <Screen
      title={consent.title(view?.merchant.name ?? '')}
      why={step.reused ? `${consent.reused} ${consent.why}` : consent.why}
      actions={
        <>
          <Action
            name="consent"
            label={consent.agree}
            onPress={() => void frame.act('consent', '/consent', { granted: true })}
          />
          <Action kind="text" name="later" label={consent.notNow} onPress={() => void later()} />
        </>
      }
    >
      <Rows
        title={consent.sharesTitle}
        rows={['kycStatus', ...step.shares].map((name) => ({
          key: name,
          icon: 'check' as const,
          text: Object.hasOwn(names, name) ? names[name] : consent.otherShare(name),
        }))}
      />
      <Facts facts={[[consent.account, <Account key="account" value={step.account} />]]} />
      <RefusalNotice />
    </Screen>
  )
}
