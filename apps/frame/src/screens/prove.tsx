import { useState } from 'react'
import { loadHolder } from '../holder/load-holder.ts'
import { Action } from '../parts/action.tsx'
import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateIcon } from '../parts/state-icon.tsx'
import { useFrame } from '../state/use-frame.ts'
import { useWhenIdle } from '../state/use-when-idle.ts'
import type { StepOf } from './step-of.ts'
import { WalletMissingScreen } from './wallet-missing.tsx'

type Phase =
  | { name: 'wallet' | 'witness' | 'proof' | 'sending' }
  | { name: 'loading'; loaded: number; total: number }

const parts = ['loading', 'proof', 'sending'] as const
const partOf = { wallet: 0, loading: 0, witness: 1, proof: 1, sending: 2 } as const

export function ProveScreen({ step }: { step: StepOf<'prove'> }) {
  const { frame, texts, refusal, busy } = useFrame()
  const { prove } = texts
  const [phase, setPhase] = useState<Phase>({ name: 'wallet' })
  const [missing, setMissing] = useState(false)
  const [turn, setTurn] = useState(0)

  const start = () =>
    void frame.work('prove', async () => {
      setPhase({ name: 'wallet' })
      const { proveStep } = await loadHolder()
      const proof = await proveStep(step, (progress) =>
        setPhase(progress.step === 'loading' ? { ...progress, name: 'loading' } : { name: progress.step }),
      )
      if (proof === 'wallet-missing') return setMissing(true)
      setPhase({ name: 'sending' })
      frame.show((await frame.post('/proof', { proof })).view)
    })
  useWhenIdle(`${step.context.challenge} ${turn}`, start)

  if (missing) {
    const { commitment } = step.credential as { commitment: string }
    const again = () => {
      setMissing(false)
      setTurn(turn + 1)
    }
    return (
      <WalletMissingScreen step={{ name: 'wallet-missing', commitment, face: false }} onBrought={again} />
    )
  }
  const stopped = refusal !== undefined && busy === undefined
  const label =
    phase.name === 'loading' ? prove.loading(mega(phase.loaded), mega(phase.total)) : prove[phase.name]
  return (
    <Screen
      title={stopped ? prove.failedTitle : prove.title}
      why={prove.why}
      icon="key"
      tone={stopped ? 'failed' : 'plain'}
      actions={stopped && <Action name="prove" label={texts.common.tryAgain} onPress={start} />}
    >
      {stopped ? (
        <RefusalNotice />
      ) : (
        <>
          <Bar part={phase.name === 'loading' ? phase.loaded / phase.total : undefined} label={label} />
          <ol className="works" aria-label={prove.stepsTitle}>
            {parts.map((name, index) => {
              const at = partOf[phase.name]
              const state = index < at ? 'done' : index === at ? 'running' : 'waiting'
              return (
                <li key={name} className={`work work-${state}`}>
                  <StateIcon state={state} />
                  <span className="row-text">{prove.steps[name]}</span>
                  <span className="row-note">{texts.working.states[state]}</span>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </Screen>
  )
}

function mega(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
