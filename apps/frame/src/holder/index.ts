export { createSsiWallet, exportHolderFile, importHolderFile } from '@touchstone/credential/holder'
export { nameDevice } from './name-device.ts'
export { openHolderStore } from './open-holder-store.ts'
export { proveStep } from './prove-step.ts'
