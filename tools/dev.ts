import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { projectRoot } from '#server/places'

// The server restarts and the pages refresh at every change; the pages are on the address of vite.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: 'http://127.0.0.1:5173' },
})
const pages = await createServer({ configFile: join(projectRoot, 'vite.config.ts') })
await pages.listen()
pages.printUrls()
server.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
