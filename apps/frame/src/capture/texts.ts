import type { LivenessAction } from '@touchstone/contract'

/** All texts for the capture screens. `{…}` is a placeholder. */
export type CaptureTexts = {
  document: {
    kind: string
    kinds: Record<'passport' | 'id-card' | 'visa', string>
    /** Describes the side or page with the machine-readable zone. */
    kindHints: Record<'passport' | 'id-card' | 'visa', string>
    country: string
    chooseCountry: string
    specimenCountry: string
    useCamera: string
    uploadInstead: string
    /** Accessible name of the camera view. */
    cameraPicture: string
    starting: string
    /** Shown until the guide detects a document. */
    place: string
    /** Requests the side with the photo, after the side with the machine-readable zone. */
    front: string
    placeFront: string
    /** Lets the person state that the photo is on the side already captured, so that one side is enough. */
    sameSide: string
    ready: string
    taken: string
    hints: {
      'document.not-found': string
      'document.too-far': string
      'document.cropped': string
      'picture.blurred': string
      'picture.glare': string
      'picture.too-dark': string
    }
    takePicture: string
    back: string
    preview: string
    checkPreview: string
    usePicture: string
    retake: string
    sending: string
  }
  face: {
    whatHappens: string
    light: string
    /** Shown before the colours, to warn people who are sensitive to flashing light. */
    flashes: string
    /** Replaces `whatHappens`, `light` and `flashes` if the challenge has no colours. */
    colourFree: { whatHappens: string; light: string; noFlashes: string }
    start: string
    cameraPicture: string
    openingCamera: string
    /** Shown while the guide loads. */
    loading: string
    advice: {
      ready: string
      'no-face': string
      'many-faces': string
      'come-nearer': string
      'go-back': string
      'move-to-the-middle': string
      'more-light': string
      'less-light': string
    }
    /** Shown if the guide cannot run in this browser. */
    withoutGuide: string
    startAnyway: string
    waiting: string
    waitShort: string
    /** `{minutes}` is at least 2. */
    waitLong: string
    beginning: string
    neutral: string
    actions: Record<LivenessAction, string>
    pause: string
    /** `{step}` of `{steps}`. */
    step: string
    seen: string
    done: string
    sending: string
    /** Shown after all photos have arrived, while they are being checked. */
    checking: string
    /** `{left}` is the number of photos that remain to be sent or checked. */
    left: string
    interrupted: string
    /** Shown if the device recorded too few photos and the capture restarts automatically. */
    slow: string
    again: string
  }
  files: {
    choose: string
    drop: string
    /** `{size}` is the limit in MB. */
    allowed: { document: string; proof: string }
    tooLarge: string
    wrongKind: string
    chosen: string
    other: string
    send: string
    sending: string
  }
}
