import type { FaceMeasure, TimedMeasure } from './frame-measure.ts'

type Face = Omit<FaceMeasure, 'embedding' | 'detail'> & { embedding?: string; detail?: string }

/** A measure as JSON can hold it: rows of numbers are base64 of their bytes, little end first. */
export type SerialMeasure = Omit<TimedMeasure, 'face'> & { face?: Face }

export function serialiseMeasure(measure: TimedMeasure): SerialMeasure {
  const { face, ...frame } = measure
  if (face === undefined) return frame
  const { embedding, detail, ...figures } = face
  return {
    ...frame,
    face: {
      ...figures,
      ...(embedding && { embedding: toText(embedding) }),
      ...(detail && { detail: toText(detail) }),
    },
  }
}

export function reviveMeasure(serial: SerialMeasure): TimedMeasure {
  const { face, ...frame } = serial
  if (face === undefined) return frame
  const { embedding, detail, ...figures } = face
  return {
    ...frame,
    face: {
      ...figures,
      ...(embedding !== undefined && { embedding: toNumbers(embedding) }),
      ...(detail !== undefined && { detail: toNumbers(detail) }),
    },
  }
}

function toText(numbers: Float32Array): string {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((value, index) => {
    bytes.writeFloatLE(value, index * 4)
  })
  return bytes.toString('base64')
}

function toNumbers(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return Float32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4))
}
