import { useEffect, useState } from 'react'
import { listenForStatement } from '../link/listen-for-statement.ts'
import { Action } from '../parts/action.tsx'
import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

type Open = { provider: string; url: string; blocked: boolean }

export function InvestorScreen({ step }: { step: StepOf<'investor'> }) {
  const { frame, texts } = useFrame()
  const { investor } = texts
  const [chosen, setChosen] = useState(step.providers[0]?.id ?? '')
  const [open, setOpen] = useState<Open>()
  const provider = step.providers.find(({ id }) => id === chosen)

  useEffect(
    () =>
      listenForStatement((statement) => void frame.act('statement', '/investor/statement', { statement })),
    [frame],
  )

  const begin = async () => {
    if (provider === undefined) return
    // The window is opened synchronously in the click handler. After an await, popup blockers would block it.
    const popup = window.open('about:blank', 'touchstone-provider', 'popup,width=520,height=720')
    const answer = await frame.act<{ url: string }>('investor', '/investor', { providerId: provider.id })
    if (answer === undefined) return popup?.close()
    if (popup) popup.location.href = answer.url
    setOpen({ provider: provider.name, url: answer.url, blocked: popup === null })
  }

  if (open !== undefined) {
    return (
      <Screen
        title={investor.waitingTitle(open.provider)}
        why={open.blocked ? investor.blocked : investor.waiting}
        icon="bank"
        actions={
          <>
            {open.blocked && (
              <a className="button button-primary" href={open.url} target="_blank" rel="opener noreferrer">
                {investor.openLink(open.provider)}
              </a>
            )}
            <Action kind="text" icon="arrowLeft" label={investor.cancel} onPress={() => setOpen(undefined)} />
          </>
        }
      >
        {!open.blocked && <Bar part={undefined} label={investor.waiting} />}
        <RefusalNotice />
      </Screen>
    )
  }
  return (
    <Screen
      title={investor.title}
      why={investor.why}
      onSubmit={() => void begin()}
      actions={provider && <Action name="investor" label={investor.open(provider.name)} />}
    >
      {step.providers.length === 0 ? (
        <p className="notice">{investor.none}</p>
      ) : (
        <fieldset className="choices">
          <legend className="label">{investor.choose}</legend>
          {step.providers.map(({ id, name, description }) => (
            <label key={id} className="choice">
              <input
                type="radio"
                name="provider"
                value={id}
                checked={id === chosen}
                onChange={() => setChosen(id)}
              />
              <span className="row-text">
                <span className="choice-name">{name}</span>
                <span className="muted small">{description}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <RefusalNotice />
    </Screen>
  )
}
