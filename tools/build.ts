import { rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build as bundle } from 'rolldown'
import { build as buildWeb } from 'vite'
import { projectRoot } from '#server/places'

// Packages stay outside the bundle: some have native or WebAssembly files, some look for files beside themselves.
const isPackage = (id: string) => isBuiltin(id) || /^[^./#\0]/.test(id)

rmSync(join(projectRoot, 'dist'), { recursive: true, force: true })
await bundle({
  cwd: projectRoot,
  input: { main: 'src/server/main.ts', 'match-worker': 'src/server/tasks/match-worker.ts' },
  platform: 'node',
  external: isPackage,
  output: {
    dir: 'dist/server',
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
await buildWeb({ configFile: join(projectRoot, 'vite.config.ts'), logLevel: 'warn' })
