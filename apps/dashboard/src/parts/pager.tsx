import { useTexts } from '../texts/texts.ts'
import { Button } from './button.tsx'

/** Lists without numbered pages: the newest first, then on to older ones. */
export function Pager({
  first,
  next,
  toFirst,
  toNext,
}: {
  first: boolean
  next: boolean
  toFirst: () => void
  toNext: () => void
}) {
  const texts = useTexts()
  if (first && !next) return null
  return (
    <div className="pager">
      {!first && <Button onPress={toFirst}>{texts.pager.first}</Button>}
      {next && (
        <Button icon="arrowRight" onPress={toNext}>
          {texts.pager.next}
        </Button>
      )}
    </div>
  )
}
