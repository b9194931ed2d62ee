import { useTexts } from '../texts/texts.ts'
import { Button } from './button.tsx'

/** Navigates a list without page numbers, from the latest to older entries. */
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

/**
 * Navigates a list without page numbers in both directions. A function is omitted if there is no page in its
 * direction.
 */
export function StepPager({ toBefore, toNext }: { toBefore?: () => void; toNext?: () => void }) {
  const texts = useTexts()
  if (!toBefore && !toNext) return null
  return (
    <div className="pager no-print">
      {toBefore && <Button onPress={toBefore}>{texts.pager.before}</Button>}
      {toNext && (
        <Button icon="arrowRight" onPress={toNext}>
          {texts.pager.next}
        </Button>
      )}
    </div>
  )
}

/** Navigates a list by page number. */
export function NumberedPager({
  page,
  pages,
  onPage,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  const texts = useTexts()
  if (pages <= 1) return null
  return (
    <div className="pager no-print">
      {page > 1 && <Button onPress={() => onPage(page - 1)}>{texts.pager.before}</Button>}
      <span className="muted small">{texts.pager.page(page, pages)}</span>
      {page < pages && (
        <Button icon="arrowRight" onPress={() => onPage(page + 1)}>
          {texts.pager.next}
        </Button>
      )}
    </div>
  )
}
