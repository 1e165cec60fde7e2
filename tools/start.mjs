import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, stop, underNewerNode } from './newer-node.mjs'
import { buildIfNeeded, installIfNeeded } from './prepare.mjs'

await underNewerNode()
// Runs with a Node that reads TypeScript, without packages.
const { refuseWhatIsTaken } = await import('./before-start.ts')
await refuseWhatIsTaken(process.env).catch(error => stop(error.message))
installIfNeeded()
buildIfNeeded()

// In this process, so that signals, the exit code and a kill apply to the server.
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
