export { Dialogs } from './dialogs.tsx'
export { LaterScreen } from './later-screen.tsx'
