export { addKeyToFile } from './key-file.ts'
export type { KeySetting } from './key-source.ts'
export type { Faceprint } from './seal-faceprint.ts'
