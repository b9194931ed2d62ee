import { Suspense, useEffect, useRef } from 'react'
import { CatchFaults } from './parts/catch-faults.tsx'
import { lazyPart } from './parts/lazy-part.ts'
import { Progress } from './parts/progress.tsx'
import { Top } from './parts/top.tsx'
import { ConnectionLostScreen } from './screens/connection-lost.tsx'
import { loadLater } from './screens/load-later.ts'
import { Starting } from './screens/starting.tsx'
import { StepScreen } from './screens/step-screen.tsx'
import { TroubleScreen } from './screens/trouble-screen.tsx'
import { hasEnded } from './state/has-ended.ts'
import { useFrame } from './state/use-frame.ts'

const Dialogs = lazyPart(() => loadLater().then(({ Dialogs }) => Dialogs))

export function App({ embedded }: { embedded: boolean }) {
  const { frame, view, trouble, connectionLost, dialog, busy, texts } = useFrame()
  const stage = useRef<HTMLDivElement>(null)
  const close = () => {
    if (hasEnded(frame.store.get())) frame.leave()
    else frame.store.set({ dialog: 'closing' })
  }
  const onClose = embedded ? close : undefined

  useEffect(() => {
    void loadLater().catch(() => {})
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` reads what is current by itself.
  useEffect(() => {
    if (!embedded) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || dialog !== undefined) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [embedded, dialog])
  useEffect(() => {
    if (!connectionLost && document.activeElement === document.body)
      stage.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [connectionLost])

  const onFault = () =>
    frame.store.set({ trouble: { screen: 'unknown', reason: 'system', again: () => location.reload() } })
  return (
    <div className="frame">
      <header>
        <Top onClose={onClose} />
        <Progress />
      </header>
      {connectionLost && <ConnectionLostScreen />}
      {/* Behind a lost connection the step stays as it is: what was typed and filmed is not lost. */}
      <div ref={stage} className="stage" hidden={connectionLost}>
        {trouble !== undefined ? (
          <TroubleScreen key={`${trouble.screen} ${trouble.reason}`} trouble={trouble} />
        ) : view === undefined ? (
          <Starting />
        ) : (
          <CatchFaults onFault={onFault}>
            <StepScreen view={view} onClose={onClose} />
          </CatchFaults>
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs />
        </Suspense>
      )}
      <div role="status" className="visually-hidden">
        {busy && texts.common.working}
      </div>
    </div>
  )
}
