import type { FrameView } from '@touchstone/contract'
import { Suspense } from 'react'
import { lazyPart } from '../parts/lazy-part.ts'
import { AuthorizeScreen } from './authorize.tsx'
import { loadLater } from './load-later.ts'
import { Starting } from './starting.tsx'

const LaterScreen = lazyPart(() => loadLater().then(({ LaterScreen }) => LaterScreen))

/** The screen that the server's view asks for. */
export function StepScreen({ view, onClose }: { view: FrameView; onClose: (() => void) | undefined }) {
  if (view.step.name === 'authorize') return <AuthorizeScreen step={view.step} />
  return (
    <Suspense fallback={<Starting />}>
      <LaterScreen view={view} onClose={onClose} />
    </Suspense>
  )
}
