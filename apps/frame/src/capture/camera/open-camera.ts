import { CameraProblem } from './camera-problem.ts'

/** What is asked of the camera; a browser gives what comes nearest. */
const wishes = {
  user: { facingMode: { ideal: 'user' }, width: { ideal: 640 }, height: { ideal: 480 } },
  environment: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1920 } },
} as const

const denials = new Set(['NotAllowedError', 'SecurityError', 'PermissionDeniedError'])

/** The camera that looks at the person (`user`) or away (`environment`). Throws a `CameraProblem`. */
export async function openCamera(facing: 'user' | 'environment'): Promise<MediaStream> {
  // Absent where the page did not come by HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new CameraProblem('no-camera')
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { ...wishes[facing], frameRate: { ideal: 30 } },
    })
  } catch (cause) {
    const isDenied = cause instanceof DOMException && denials.has(cause.name)
    throw new CameraProblem(isDenied ? 'camera-denied' : 'no-camera', cause)
  }
}
