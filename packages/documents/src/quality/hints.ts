/** Said to the person who takes the picture; texts in other languages hang on the code. */
export type Hint = { code: HintCode; message: string }

export type HintCode = keyof typeof messages

const messages = {
  'document.not-found':
    'No passport, identity card or visa was found: lay it flat, with the lines of < signs in view.',
  'document.too-far': 'The document is too far away: come nearer until it fills the picture.',
  'document.cropped':
    'Part of the document lies outside the picture: show all of it, with a little space around.',
  'document.not-readable': 'The lines at the bottom of the document could not be read: take another picture.',
  'picture.blurred': 'The picture is blurred: hold still and wait until the camera is sharp.',
  'picture.glare': 'A reflection covers part of the document: tilt it or move away from the lamp.',
  'picture.too-dark': 'The picture is too dark: go where there is more light.',
  'frames.differ': 'The pictures do not show the same document: take all of them of one document.',
  'document.other-picture':
    'One of the pictures does not show the page with the lines of < signs: send pictures of that page alone.',
  'document.front-unmatched':
    'The print of one picture does not match the other side: take the front of the same card, sharp and without glare.',
  'zone.check-failed':
    'A check digit of the document does not hold: take another picture, sharp and straight.',
  'zone.unsure': 'Some characters could not be read surely: take another picture, sharp and straight.',
  'zone.unknown-state':
    'The document names a state that does not exist: take another picture, sharp and straight.',
  'zone.specimen': 'This is a specimen, not a document of a person.',
  'print.contradicts':
    'The printed text and the lines at the bottom do not agree: take another picture of the page.',
} as const

export function hintFor(code: HintCode): Hint {
  return { code, message: messages[code] }
}
