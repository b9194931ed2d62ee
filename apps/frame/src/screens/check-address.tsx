import { Account } from '../parts/account.tsx'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { signIn } from './sign-in.ts'
import type { StepOf } from './step-of.ts'

const path = { begin: '/check-address', answer: '/check-address/answer' }

export function CheckAddressScreen({ step }: { step: StepOf<'check-address'> }) {
  const { frame, texts } = useFrame()
  return (
    <Screen
      title={texts.checkAddress.title}
      why={texts.checkAddress.why}
      icon="wallet"
      actions={
        <Action
          name="sign"
          label={texts.checkAddress.sign}
          busyLabel={texts.checkAddress.waiting}
          onPress={() => signIn(frame, step.account, path)}
        />
      }
    >
      <Facts facts={[[texts.checkAddress.account, <Account key="account" value={step.account} />]]} />
      <RefusalNotice />
    </Screen>
  )
}
