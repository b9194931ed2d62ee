#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/main.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  process.stderr.write(
    'touchstone: The command is not built yet. Run "npm run build" or "npm start" first.\n',
  )
  process.exitCode = 1
}
