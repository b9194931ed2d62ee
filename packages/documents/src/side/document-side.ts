/** A side of the document that should bear the holder's photo, upright, cut out of the picture it was found in. */
export type DocumentSide = {
  /** `page`: it has the zone itself; `front`: its print ties it to the side that has the zone. */
  from: 'page' | 'front'
  /** PNG. */
  picture: Uint8Array
  /** Where the middle of the holder's face is, in shares of the picture's width and height. */
  photo: { left: number; top: number; right: number; bottom: number }
  /** What a printed face does not exceed, from forehead to chin, as a share of the picture's width. */
  largestFace: number
}
