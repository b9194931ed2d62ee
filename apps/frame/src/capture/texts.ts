import type { LivenessAction } from '@touchstone/contract'

/** Every word that the captures say. `{…}` stands for what is put in. */
export type CaptureTexts = {
  document: {
    kind: string
    kinds: Record<'passport' | 'id-card' | 'visa', string>
    /** Which side or page has the lines that are read. */
    kindHints: Record<'passport' | 'id-card' | 'visa', string>
    country: string
    chooseCountry: string
    specimenCountry: string
    useCamera: string
    uploadInstead: string
    /** Spoken name of the camera's picture. */
    cameraPicture: string
    starting: string
    /** Before anything was seen. */
    place: string
    /** After the side with the lines: the side with the photo. */
    front: string
    placeFront: string
    /** Of a card with the photo beside the lines: nothing more is to be shown. */
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
    /** Said before the colours: how they flash, for people whom that may harm. */
    flashes: string
    /** In place of these three where the film has no colours. */
    colourFree: { whatHappens: string; light: string; noFlashes: string }
    start: string
    cameraPicture: string
    openingCamera: string
    /** While the guide is fetched. */
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
    /** Where the guide can't run in this browser. */
    withoutGuide: string
    startAnyway: string
    waiting: string
    beginning: string
    neutral: string
    actions: Record<LivenessAction, string>
    pause: string
    /** `{step}` of `{steps}`. */
    step: string
    seen: string
    done: string
    sending: string
    /** All pictures have arrived; they are being looked at. */
    checking: string
    /** `{left}`: pictures that are still to be sent or looked at. */
    left: string
    interrupted: string
    /** The device took too few pictures, and it begins again by itself. */
    slow: string
    again: string
  }
  files: {
    choose: string
    drop: string
    /** `{size}`: the limit in MB. */
    allowed: { document: string; proof: string }
    tooLarge: string
    wrongKind: string
    chosen: string
    other: string
    send: string
    sending: string
  }
}
