import type { FaceChecker, FrameMeasure } from '@touchstone/biometrics'
import { type DocumentReader, type DocumentReading, isExpired, parseMrz } from '@touchstone/documents'

/**
 * Creates a document reader that ignores the pictures. It returns the machine-readable zone that a test has
 * set, a face in the photo area and, on request, a copy that differs from each picture.
 */
export function fakeDocuments() {
  let lines: readonly string[] = []
  const reader: Pick<DocumentReader, 'read'> = {
    read: async ({ pictures, today, copies }) => ({
      ...readingOf(lines, today),
      ...(copies && { copies: pictures.map((_, index) => fakeCopy(index + 1)) }),
    }),
  }
  const faces: Pick<FaceChecker, 'measurePicture'> = {
    measurePicture: async () => ({ ...measure, version: 'test' }) as never,
  }
  return {
    /** What the reader returns for the next pictures. */
    lay(...zone: string[]): void {
      lines = zone
    },
    checkers: {
      documents: async () => reader as DocumentReader,
      faces: async () => faces as FaceChecker,
    },
  }
}

/** Returns what the fake reader returns as the copy of a picture. The first picture has the number 1. */
export function fakeCopy(number: number): Uint8Array {
  return Uint8Array.of(0xff, 0xd8, 0xff, number)
}

function readingOf(lines: readonly string[], today: string): DocumentReading {
  const parsed = parseMrz(lines, { today, allowSpecimen: true })
  if (!parsed) throw new Error('the test has not set a machine-readable zone')
  const field = (value: string) => ({ value, checked: true, confidence: 1, print: 'not-read' as const })
  const { documentCode, issuingState, surname, givenNames, number, nationality, sex, optional } = parsed
  const holds = parsed.problems.length === 0
  return {
    status: holds ? 'accepted' : 'uncertain',
    hints: holds ? [] : [{ code: 'zone.check-failed', message: '' }],
    ...{ reasons: parsed.problems, upsideDown: false, framesUsed: 1, printRead: false },
    sides: [
      {
        from: 'page',
        picture: new Uint8Array(),
        photo: { left: 0, top: 0, right: 1, bottom: 1 },
        largestFace: 1,
      },
    ],
    document: {
      kind: parsed.kind,
      lines: [...lines],
      fields: {
        documentCode: field(documentCode),
        issuingState: field(issuingState),
        surname: field(surname),
        givenNames: field(givenNames),
        number: field(number),
        nationality: field(nationality),
        birthDate: field(parsed.birthDate ?? ''),
        sex: field(sex),
        expiryDate: field(parsed.expiryDate ?? ''),
        optional: field(optional),
      },
      ...(parsed.issuer && { issuer: parsed.issuer }),
      namesMayBeCut: parsed.namesMayBeCut,
      ...(parsed.expiryDate && { expired: isExpired(parsed.expiryDate, today) }),
      corrected: false,
    },
  }
}

/**
 * The first and the fourth point are the corners of an eye. The distance between them makes the face large
 * enough.
 */
const points = Array.from({ length: 16 }, (_, index) => (index === 0 ? [400, 500] : [600, 500]))
const measure = {
  ...{ width: 1000, height: 1000, faces: 1 },
  face: {
    back: points,
    features: { size: 300, centre: [500, 500] },
    embedding: new Float32Array(128),
  },
} as unknown as FrameMeasure
