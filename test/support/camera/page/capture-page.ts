import '../../../../packages/design/styles/tokens.css'
import '../../../../packages/design/styles/base.css'
import './capture-page.css'
import type { LivenessFrames, LivenessTurn } from '@touchstone/contract'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { DocumentCapture, LivenessCapture, ProofCapture } from '../../../../apps/frame/src/capture/index.ts'
import { captureTextsEn } from '../../../../apps/frame/src/capture/texts/en.ts'
import { captureTextsZhHk } from '../../../../apps/frame/src/capture/texts/zh-hk.ts'

/** Shows one capture without a journey. The URL selects the capture, for example with `?show=document`. */
const parameters = new URLSearchParams(location.search)
const texts = parameters.get('locale') === 'zh-HK' ? captureTextsZhHk : captureTextsEn
const locale = parameters.get('locale') ?? 'en'
const host = document.getElementById('root')
if (host === null) throw new Error('the page has no root element')

/** Publishes each event of the captures as a data attribute, so that tests can observe it. */
function tell(name: string, value: string): void {
  document.body.dataset[name] = value
}

async function post(path: string, body: object | FormData): Promise<unknown> {
  const isForm = body instanceof FormData
  const answer = await fetch(path, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    ...(!isForm && { headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

const onCameraProblem = (kind: string) => tell('problem', kind)
const shown = {
  liveness: () =>
    createElement(LivenessCapture, {
      texts,
      isColourFree: false,
      other: { label: 'I need to avoid flashing lights', onPress: () => tell('problem', 'flashes') },
      onCameraProblem,
      onUploadFailed: (error: unknown) => tell('problem', String(error)),
      start: async () => (await post('/frame/api/liveness', {})) as LivenessTurn,
      sendFrames: async (challengeId, frames) => {
        const form = new FormData()
        form.set('challengeId', challengeId)
        for (const { atMs, blob } of frames) form.append('frame', blob, String(atMs))
        return ((await post('/frame/api/liveness/frames', form)) as LivenessFrames).framesPerSecond
      },
      finish: async (challengeId) => {
        await post('/frame/api/liveness/finish', { challengeId })
        tell('finished', challengeId)
      },
    }),
  document: () =>
    createElement(DocumentCapture, {
      kinds: ['passport', 'id-card', 'visa'],
      texts,
      locale,
      specimens: true,
      onCameraProblem,
      onPictures: async (pictures, kind, country) => {
        const form = new FormData()
        for (const picture of pictures) form.append('picture', picture)
        form.set('kind', kind)
        form.set('country', country)
        tell('read', JSON.stringify(await post('/frame/api/document', form)))
      },
    }),
  proof: () =>
    createElement(ProofCapture, { texts, onFile: (file) => tell('file', `${file.name} ${file.type}`) }),
}
const show = parameters.get('show')
if (show !== 'liveness' && show !== 'document' && show !== 'proof') throw new Error('nothing to show')
createRoot(host).render(shown[show]())
