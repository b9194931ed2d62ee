import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The job to which sealed values belong. */
export type WorkPlace = { readonly id: string; readonly lane: string; readonly task: string }

/** Seals and opens a job's values. A sealed value can be opened only as part of its own job. */
export type JobSeal = {
  seal(what: 'input' | 'result', plain: Uint8Array): Buffer
  /** Throws if the value was changed, belongs to another job, or was sealed with another key. */
  open(what: 'input' | 'result', sealed: Uint8Array): Buffer
}

/**
 * The key that a service and its workers share. It seals the job keys. Each job has its own key, so that a
 * value from one job can't be used in another.
 */
export type WorkKey = {
  /**
   * Identifies the key and the format of the sealed values. Workers claim only jobs with the id of their own
   * key.
   */
  readonly id: Buffer
  /** Creates a job's key. `wrapped` is the sealed key, which is stored in the job's row. */
  createJob(place: WorkPlace): { wrapped: Buffer; job: JobSeal }
  /** Opens a job's key. Throws if it was sealed with another key or for another job. */
  openJob(place: WorkPlace, wrapped: Uint8Array): JobSeal
}

const format = 'touchstone/work/v1'
const nonceLength = 12
const tagLength = 16

export function createWorkKey(secret: string): WorkKey {
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `${format}/${label}`, length))
  const wrapping = derive('wrap', 32)
  const jobSeal = (key: Buffer, place: WorkPlace): JobSeal => ({
    seal: (what, plain) => seal(key, plain, boundTo(what, place)),
    open: (what, sealed) => open(key, sealed, boundTo(what, place)),
  })
  return {
    id: derive('id', 4),
    createJob(place) {
      const key = randomBytes(32)
      return { wrapped: seal(wrapping, key, boundTo('key', place)), job: jobSeal(key, place) }
    },
    openJob: (place, wrapped) => jobSeal(open(wrapping, wrapped, boundTo('key', place)), place),
  }
}

function boundTo(what: string, { id, lane, task }: WorkPlace): Buffer {
  return Buffer.from(JSON.stringify([format, what, id, lane, task]))
}

function seal(key: Buffer, plain: Uint8Array, bound: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(bound)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function open(key: Buffer, sealed: Uint8Array, bound: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(bound)
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()])
}
