import { useState } from 'react'
import { Account } from '../parts/account.tsx'
import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { signIn } from './sign-in.ts'
import type { StepOf } from './step-of.ts'

const path = { begin: '/login/wallet', answer: '/login/answer' }

export function LoginWalletScreen({ step }: { step: StepOf<'login-wallet'> }) {
  const { frame, texts } = useFrame()
  const [account, setAccount] = useState(step.accounts[0] ?? '')
  return (
    <Screen
      title={texts.loginWallet.title}
      why={texts.loginWallet.why}
      icon="wallet"
      onSubmit={() => signIn(frame, account, path)}
      actions={<Action name="sign" label={texts.loginWallet.sign} busyLabel={texts.loginWallet.waiting} />}
    >
      <fieldset className="choices">
        <legend className="label">{texts.loginWallet.choose}</legend>
        {step.accounts.map((each) => (
          <label key={each} className="choice">
            <input
              type="radio"
              name="account"
              value={each}
              checked={each === account}
              onChange={() => setAccount(each)}
            />
            <Account value={each} copy={false} />
          </label>
        ))}
      </fieldset>
      <RefusalNotice />
    </Screen>
  )
}
