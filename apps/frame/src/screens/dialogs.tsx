import { useFrame } from '../state/use-frame.ts'
import { BackupDialog } from './backup-dialog.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { DataDialog } from './data-dialog.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const dialogs = {
  closing: ClosingDialog,
  data: DataDialog,
  withdraw: WithdrawDialog,
  forget: ForgetDialog,
  backup: BackupDialog,
}

/** The question that lies over the screen, if any. */
export function Dialogs() {
  const { dialog } = useFrame()
  if (dialog === undefined) return null
  const Shown = dialogs[dialog]
  return <Shown key={dialog} />
}
