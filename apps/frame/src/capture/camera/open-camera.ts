import { CameraProblem } from './camera-problem.ts'

/** The requested camera settings. The browser chooses the closest settings that the camera supports. */
const constraints = {
  user: { facingMode: { ideal: 'user' }, width: { ideal: 640 }, height: { ideal: 480 } },
  environment: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1920 } },
} as const

const denials = new Set(['NotAllowedError', 'SecurityError', 'PermissionDeniedError'])

/** Opens the front camera (`user`) or the rear camera (`environment`). Throws a `CameraProblem`. */
export async function openCamera(facing: 'user' | 'environment'): Promise<MediaStream> {
  // `mediaDevices` is undefined on pages that were not loaded over HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new CameraProblem('no-camera')
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { ...constraints[facing], frameRate: { ideal: 30 } },
    })
  } catch (cause) {
    const isDenied = cause instanceof DOMException && denials.has(cause.name)
    throw new CameraProblem(isDenied ? 'camera-denied' : 'no-camera', cause)
  }
}
