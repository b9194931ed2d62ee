import {
  type Challenge,
  type FollowedCapture,
  type LiveFrame,
  reviveMeasure,
  type SerialMeasure,
  serialiseMeasure,
  type Versions,
} from '@touchstone/biometrics'
import type { AddressProofReading, DocumentReading } from '@touchstone/documents'
import type { WorkClient, WorkLane } from '@touchstone/storage'
import type { Checkers, FaceMeasurer } from '@touchstone/verification'

// Describes the tasks that a service passes to workers. Used by the service and by the workers.

type DocumentChecker = Awaited<ReturnType<Checkers['documents']>>
type FramesInput = Parameters<FaceMeasurer['measureFrames']>[0]

type Measured = {
  measures: SerialMeasure[]
  version: Versions
  followed?: FollowedCapture
  copies?: Uint8Array[]
}

export const lanes = { faces: 'faces', documents: 'documents' } as const

/** Creates a face checker that passes its tasks to workers on behalf of a merchant. */
export function remoteFaces(client: WorkClient, merchant: string): FaceMeasurer {
  const run = async (task: string, input: unknown) =>
    (await client.run(lanes.faces, task, input, merchant)) as Measured
  return {
    async measureFrames({ frames, ...rest }) {
      const input = { frames: [...frames], ...rest }
      const measured = await run('frames', input)
      const { measures, version, followed = { faces: [], drawn: {} }, copies = [] } = measured
      if (measures.length !== frames.length) throw new Error('a worker returned a different number of frames')
      if (copies.length !== (rest.copyAt?.length ?? 0))
        throw new Error('a worker returned no copies of frames')
      // Use the times that the server has checked, not the times that the worker returned.
      return {
        measures: measures.map((each, index) => ({ ...reviveMeasure(each), atMs: frames[index]?.atMs ?? 0 })),
        version,
        followed,
        copies,
      }
    },
    async measurePicture({ picture }) {
      const { measures, version } = await run('picture', { picture })
      const [measure] = measures
      if (measure === undefined) throw new Error('a worker returned no measurement')
      const { atMs: _, ...revived } = reviveMeasure(measure)
      return { ...revived, version }
    },
  }
}

export function remoteDocuments(client: WorkClient, merchant: string): DocumentChecker {
  return {
    read: async (input) =>
      (await client.run(lanes.documents, 'document', input, merchant)) as DocumentReading,
    readAddressProof: async (input) =>
      (await client.run(lanes.documents, 'address', input, merchant)) as AddressProofReading,
  }
}

/** Creates the lanes in which a worker runs tasks in its own process. */
export function workLanes(
  checkers: { faces: FaceMeasurer; documents: DocumentChecker },
  threads: { faces: number; documents: number },
): Record<keyof typeof lanes, WorkLane> {
  const { faces, documents } = checkers
  return {
    faces: {
      threads: threads.faces,
      async run(task, input): Promise<Measured> {
        if (task === 'picture') {
          const { version, ...measure } = await faces.measurePicture(input as { picture: Uint8Array })
          return { measures: [serialiseMeasure({ ...measure, atMs: 0 })], version }
        }
        if (task !== 'frames') throw unknown(task)
        const { frames, ...rest } = input as FramesInput & { frames: LiveFrame[]; challenge?: Challenge }
        const { measures, ...measured } = await faces.measureFrames({ frames, ...rest })
        return { measures: measures.map(serialiseMeasure), ...measured }
      },
    },
    documents: {
      threads: threads.documents,
      async run(task, input) {
        if (task === 'document') return await documents.read(input as Parameters<DocumentChecker['read']>[0])
        if (task !== 'address') throw unknown(task)
        return await documents.readAddressProof(input as Parameters<DocumentChecker['readAddressProof']>[0])
      },
    },
  }
}

function unknown(task: string): Error {
  return new Error(`workers do not know the task ${task}`)
}
