/** The document side with the holder's photo, upright and cropped from the picture. */
export type DocumentSide = {
  /** `page`: contains the zone. `front`: has printed text that matches the side with the zone. */
  from: 'page' | 'front'
  /** PNG. */
  picture: Uint8Array
  /**
   * The area in which the centre of the holder's face must be, as fractions of the picture's width and
   * height.
   */
  photo: { left: number; top: number; right: number; bottom: number }
  /** Maximum height of a printed face, from forehead to chin, as a fraction of the picture's width. */
  largestFace: number
}
