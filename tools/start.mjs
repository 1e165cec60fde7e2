import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, stop, underNewerNode } from './newer-node.mjs'
import { buildIfNeeded, installIfNeeded } from './prepare.mjs'

await underNewerNode()
// By a Node that reads TypeScript; it needs no package.
const { refuseWhatIsTaken } = await import('./before-start.ts')
await refuseWhatIsTaken(process.env).catch(error => stop(error.message))
installIfNeeded()
buildIfNeeded()

// In this very process, so that signals, the exit code and a kill all mean the server.
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
