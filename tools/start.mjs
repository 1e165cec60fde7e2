import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, stop, underNewerNode } from './newer-node.mjs'
import { buildServerIfNeeded, compressInBackground, installIfNeeded, isRelease } from './prepare.mjs'

await underNewerNode()
if (!isRelease) {
  // Runs with a Node that reads TypeScript, without packages.
  const { refuseWhatIsTaken } = await import('./before-start.ts')
  await refuseWhatIsTaken(process.env).catch(error => stop(error.message))
}
installIfNeeded()
const { pages } = await buildServerIfNeeded()
// The server waits for them.
if (!isRelease) process.env.PAGES_ARE_BUILT_LATER = '1'
void pages.then(compressInBackground)

// In this process, so that signals, the exit code and a kill apply to the server.
process.env.NODE_ENV ??= 'production'
// The program loads in two thirds of the time when its code is compiled already.
module.enableCompileCache(join(root, '.cache/compiled'))
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)
