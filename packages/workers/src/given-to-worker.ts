import { workerData } from 'piscina'

/** In a worker file: what the pool was made with as `given`. */
export function givenToWorker<Given>(): Given {
  return workerData as Given
}
