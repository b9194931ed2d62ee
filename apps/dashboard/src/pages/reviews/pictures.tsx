import type { ReviewPictures } from '@touchstone/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { useReviewsPath } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'

type Photo = { url: string; asked: string | undefined }

/** Loads the photos of a review only on request and never stores them. The server records each view. */
export function Pictures({ id }: { id: number }) {
  const texts = useTexts()
  const [shown, setShown] = useState<Photo[]>([])
  const fetchThem = useChange<{ id: number }, ReviewPictures>(`${useReviewsPath()}/reviews/pictures`, true)
  useEffect(
    () => () => {
      for (const { url } of shown) URL.revokeObjectURL(url)
    },
    [shown],
  )
  const show = async () => {
    const answer = await fetchThem.run({ id })
    const pictures = answer?.pictures ?? []
    setShown(
      pictures.map(({ type, base64, asked }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const blob = new Blob([bytes], { type: `image/${type === 'jpg' ? 'jpeg' : type}` })
        return { url: URL.createObjectURL(blob), asked }
      }),
    )
  }
  return (
    <Section title={texts.reviews.pictures} text={texts.reviews.picturesWhy}>
      <Refusal error={fetchThem.refusal} />
      {shown.length === 0 ? (
        <div className="form-actions">
          <Button running={fetchThem.running} onPress={() => void show()}>
            {texts.reviews.showPictures}
          </Button>
        </div>
      ) : (
        <ul className="pictures">
          {shown.map(({ url, asked }, index) => (
            <li key={url}>
              <img src={url} alt={texts.reviews.picture(index + 1)} />
              {asked !== undefined && <p className="muted small">{asked}</p>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
