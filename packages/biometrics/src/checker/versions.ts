/** Which program and which models an answer came from: a changed limit is a new version of the checker. */
export type Versions = { checker: string; detector: string; mesh: string; embedding: string; passive: string }

export const versions: Omit<Versions, 'passive'> = {
  checker: 'faces-3',
  detector: 'blazeface, @vladmandic/human 3.3.6',
  mesh: 'facemesh and iris, @vladmandic/human 3.3.6',
  embedding: 'face_recognition_model, @vladmandic/face-api 1.7.15, upright, unit length',
}
