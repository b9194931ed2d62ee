/** A hint for the user who takes the picture. Translations are keyed by the code. */
export type Hint = { code: HintCode; message: string }

export type HintCode = keyof typeof messages

const messages = {
  'document.not-found':
    'No passport, identity card or visa was found. Put the document on a table so that the lines of < signs are visible.',
  'document.too-far': 'The document is too far away. Move closer until it fills the picture.',
  'document.cropped':
    'Part of the document is outside the picture. Show all of it, with a little space around it.',
  'document.not-readable': 'The lines at the bottom of the document could not be read. Take another picture.',
  'picture.blurred': 'The picture is blurred. Hold still and wait until the camera is in focus.',
  'picture.glare': 'A reflection covers part of the document. Tilt the document, or move away from the lamp.',
  'picture.too-dark': 'The picture is too dark. Move to a brighter place.',
  'frames.differ': 'The pictures show different documents. Send pictures of one document only.',
  'document.other-picture':
    'One of the pictures does not show the page with the lines of < signs. Send only pictures of that page.',
  'document.front-unmatched':
    'The text in one picture does not match the other side. Take a sharp picture of the front of the same card.',
  'zone.check-failed': 'A check digit on the document is wrong. Take a sharp picture from straight above.',
  'zone.unsure': 'Some characters are hard to read. Take a sharp picture from straight above.',
  'zone.unknown-state':
    'The document names a state that does not exist. Take a sharp picture from straight above.',
  'zone.specimen': 'This is a specimen, not a real document.',
  'print.contradicts':
    'The printed text and the lines at the bottom do not match. Take another picture of the page.',
} as const

export function hintFor(code: HintCode): Hint {
  return { code, message: messages[code] }
}
