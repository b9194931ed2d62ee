import { useState } from 'react'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/field.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'

export function LoginEmailScreen() {
  const { frame, texts } = useFrame()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const send = () => {
    const address = email.trim()
    const plausible = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)
    setWrong(!plausible)
    if (plausible) void frame.act('email', '/login/email', { email: address })
  }
  return (
    <Screen
      title={texts.loginEmail.title}
      why={texts.loginEmail.why}
      onSubmit={send}
      actions={<Action name="email" label={texts.loginEmail.send} />}
    >
      <Field
        label={texts.loginEmail.label}
        data-begins-here
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={texts.loginEmail.placeholder}
        value={email}
        problem={wrong ? texts.loginEmail.wrong : undefined}
        onValue={(value) => {
          setEmail(value)
          setWrong(false)
        }}
      />
      <RefusalNotice />
    </Screen>
  )
}
