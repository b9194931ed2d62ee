export type { DemoFile } from './demo-file.ts'
export { type Demo, ensureDemo } from './ensure-demo.ts'
