import type { FaceMeasure, TimedMeasure } from './frame-measure.ts'

type Numbers = 'embedding' | 'formerEmbeddings' | 'detail'
type Face = Omit<FaceMeasure, Numbers> & {
  embedding?: string
  formerEmbeddings?: Record<string, string>
  detail?: string
}

/** Serialises a measurement as JSON. Vectors are encoded as the base64 of their little-endian bytes. */
export type SerialMeasure = Omit<TimedMeasure, 'face'> & { face?: Face }

export function serialiseMeasure(measure: TimedMeasure): SerialMeasure {
  const { face, ...frame } = measure
  if (face === undefined) return frame
  const { embedding, formerEmbeddings, detail, ...figures } = face
  return {
    ...frame,
    face: {
      ...figures,
      ...(embedding && { embedding: toText(embedding) }),
      ...(formerEmbeddings && { formerEmbeddings: mapValues(formerEmbeddings, toText) }),
      ...(detail && { detail: toText(detail) }),
    },
  }
}

export function reviveMeasure(serial: SerialMeasure): TimedMeasure {
  const { face, ...frame } = serial
  if (face === undefined) return frame
  const { embedding, formerEmbeddings, detail, ...figures } = face
  return {
    ...frame,
    face: {
      ...figures,
      ...(embedding !== undefined && { embedding: toNumbers(embedding) }),
      ...(formerEmbeddings && { formerEmbeddings: mapValues(formerEmbeddings, toNumbers) }),
      ...(detail !== undefined && { detail: toNumbers(detail) }),
    },
  }
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
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
