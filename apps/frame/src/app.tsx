import { Suspense, useEffect } from 'react'
import { lazyPart } from './parts/lazy-part.ts'
import { Progress } from './parts/progress.tsx'
import { Top } from './parts/top.tsx'
import { ConnectionLostScreen } from './screens/connection-lost.tsx'
import { loadLater } from './screens/load-later.ts'
import { Starting } from './screens/starting.tsx'
import { StepScreen } from './screens/step-screen.tsx'
import { TroubleScreen } from './screens/trouble-screen.tsx'
import { useFrame } from './state/use-frame.ts'

const Dialogs = lazyPart(() => loadLater().then(({ Dialogs }) => Dialogs))

/** Where nothing is left to lose: closing asks no question. */
const ended: ReadonlySet<string> = new Set(['done', 'forgotten', 'review', 'paused', 'failed'])

export function App({ embedded }: { embedded: boolean }) {
  const { frame, view, trouble, connectionLost, dialog } = useFrame()
  const asks = view !== undefined && trouble === undefined && !ended.has(view.step.name)
  const close = () => {
    if (asks) frame.store.set({ dialog: 'closing' })
    else frame.link.close()
  }
  const onClose = embedded ? close : undefined

  useEffect(() => {
    void loadLater().catch(() => {})
  }, [])
  useEffect(() => {
    if (!embedded) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && dialog === undefined) {
        event.preventDefault()
        frame.store.set({ dialog: 'closing' })
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, embedded, dialog])

  return (
    <div className="frame">
      <header>
        <Top onClose={onClose} />
        <Progress />
      </header>
      {connectionLost && <ConnectionLostScreen />}
      {/* Behind a lost connection the step stays as it is: what was typed and filmed is not lost. */}
      <div className="stage" hidden={connectionLost}>
        {trouble !== undefined ? (
          <TroubleScreen key={`${trouble.screen} ${trouble.reason}`} trouble={trouble} />
        ) : view === undefined ? (
          <Starting />
        ) : (
          <StepScreen view={view} onClose={onClose} />
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs />
        </Suspense>
      )}
    </div>
  )
}
