import { useEffect, useState } from 'react'
import { loadHolder } from '../holder/load-holder.ts'
import { Action } from '../parts/action.tsx'
import { Leaving } from '../parts/leaving.tsx'
import { Moment } from '../parts/moment.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { useLeaving } from '../state/use-leaving.ts'
import type { StepOf } from './step-of.ts'

export function DoneScreen({ step, onClose }: { step: StepOf<'done'>; onClose: (() => void) | undefined }) {
  const { frame, view, texts } = useFrame()
  const { done } = texts
  const merchant = view?.merchant.name ?? ''
  const reportsAtOnce = frame.link.version() === 2
  const [lasting, setLasting] = useState(true)
  useEffect(() => {
    const look = async () => setLasting((await (await loadHolder()).openHolderStore()).lasting)
    void look().catch(() => {})
  }, [])
  // A v1 page removes the frame as soon as it receives the result. The person would then be unable to read
  // this screen or download the wallet.
  useLeaving(!reportsAtOnce && onClose !== undefined)
  useEffect(() => {
    if (!reportsAtOnce) return
    // Waits for two animation frames, so that the screen is painted before the hosting page reacts to the
    // result.
    const first = requestAnimationFrame(() => requestAnimationFrame(() => frame.finish(step.finished)))
    return () => cancelAnimationFrame(first)
  }, [frame, step.finished, reportsAtOnce])

  const [before, after] = done.completed('\n').split('\n')
  return (
    <Screen
      title={done.title}
      why={done.why(merchant)}
      icon="check"
      tone="passed"
      actions={
        onClose && (
          <>
            <Leaving />
            <Action label={done.continue(merchant)} onPress={onClose} />
          </>
        )
      }
    >
      <p className="muted small">
        {before}
        <Moment at={step.completedAt} language={texts.language} />
        {after}
      </p>
      {step.tokens.length > 0 && (
        <section className="block">
          <h2 className="label">{done.tokens}</h2>
          <ul className="pairs">
            {step.tokens.map(({ chainId, network, tokenId }) => (
              <li key={`${chainId} ${tokenId}`} className="pair">
                <span>{network}</span>
                <span className="mono muted">{done.token(tokenId)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view?.holdsWallet && (
        <section className="block offer">
          <h2>{done.backupTitle}</h2>
          <p className="muted">{lasting ? done.backup : done.backupNeeded}</p>
          <Action
            kind="plain"
            icon="download"
            label={done.save}
            onPress={() => frame.store.set({ dialog: 'backup', refusal: undefined })}
          />
        </section>
      )}
    </Screen>
  )
}
