import { useEffect, useRef, useState } from 'react'
import { Action } from '../parts/action.tsx'
import { clockTime } from '../parts/clock-time.ts'
import { Field } from '../parts/field.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useCountdown } from '../parts/use-countdown.ts'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function LoginCodeScreen({ step }: { step: StepOf<'login-code'> }) {
  const { frame, texts, refusal } = useFrame()
  const { loginCode } = texts
  const { codeLength } = step
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const resendIn = useCountdown(step.resendAt)
  const validFor = useCountdown(step.expiresAt)
  const wrong = refusal?.code === 'login.code-wrong'

  useEffect(() => {
    if (!wrong) return
    setCode('')
    input.current?.focus()
  }, [wrong])

  const check = (whole = code) => {
    if (whole.length === codeLength) void frame.act('code', '/login/code', { code: whole })
    else input.current?.focus()
  }
  const take = (value: string) => {
    const others = codeLength === 6 ? /\D/g : /[^0-9A-Z]/g
    const typed = value.toUpperCase().replace(others, '').slice(0, codeLength)
    setCode(typed)
    if (typed.length === codeLength && typed !== code) check(typed)
  }
  return (
    <Screen
      title={loginCode.title}
      why={loginCode.why(step.sentTo)}
      onSubmit={() => check()}
      actions={
        <>
          <Action name="code" label={loginCode.check} />
          <Action
            kind="text"
            name="back"
            icon="arrowLeft"
            label={loginCode.otherEmail}
            onPress={() => void frame.act('back', '/login/back')}
          />
        </>
      }
    >
      <Field
        label={loginCode.label(codeLength)}
        data-begins-here
        className="input-code"
        inputRef={input}
        inputMode={codeLength === 6 ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        value={code}
        hint={`${validFor > 0 ? loginCode.validFor(clockTime(validFor)) : loginCode.expired} ${loginCode.triesLeft(step.triesLeft)}`}
        onValue={take}
      />
      <RefusalNotice />
      <div className="beside">
        {resendIn > 0 ? (
          <p className="muted small beside-text">{loginCode.resendIn(clockTime(resendIn))}</p>
        ) : (
          <Action
            kind="text"
            name="resend"
            label={loginCode.resend}
            onPress={() => void frame.act('resend', '/login/resend')}
          />
        )}
      </div>
      {step.mailbox && (
        <p className="notice">
          <span>
            {loginCode.mailbox}{' '}
            <a href="/mailbox" target="_blank" rel="noopener">
              {loginCode.openMailbox}
            </a>
          </span>
        </p>
      )}
    </Screen>
  )
}
