import { useFrame } from '../state/use-frame.ts'
import { sentenceOf } from '../texts/sentence-of.ts'
import { Icon } from './icon.tsx'

/** Shows why the last call was refused. */
export function RefusalNotice() {
  const { refusal, texts } = useFrame()
  return (
    <div role="alert">
      {refusal && (
        <p className="notice notice-failed">
          <Icon name="alert" />
          <span>{sentenceOf(texts, refusal)}</span>
        </p>
      )}
    </div>
  )
}
