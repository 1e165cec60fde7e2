import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { projectRoot } from '#server/places'

// The server restarts and the pages refresh at every change; the pages are on the address of vite.
const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/server/main.ts'], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: 'http://127.0.0.1:5173' },
})
const pages = await createServer({ configFile: join(projectRoot, 'vite.config.ts') })
await pages.listen()
pages.printUrls()
server.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
