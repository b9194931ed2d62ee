import { createKeyCommand } from './key-command.ts'
import { openKeyFile } from './key-file.ts'
import type { KeySetting, KeySource } from './key-source.ts'

export function openKeySource(setting: KeySetting): KeySource {
  return 'file' in setting ? openKeyFile(setting.file) : createKeyCommand(setting.command)
}
