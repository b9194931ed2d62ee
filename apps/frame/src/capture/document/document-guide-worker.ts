import { guideCapture } from '@touchstone/documents/guidance'
import type { DocumentAnswer, DocumentPicture } from './document-guide-messages.ts'

addEventListener('message', ({ data }: MessageEvent<DocumentPicture>) => {
  postMessage(look(data))
})

function look(picture: DocumentPicture): DocumentAnswer {
  try {
    const { ready, zone, hints } = guideCapture(picture)
    const [first] = hints
    return { kind: 'seen', seen: { ready, ...(zone && { zone }), ...(first && { hint: first.code }) } }
  } catch {
    return { kind: 'failed' }
  }
}
