import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { underNewerNode } from './newer-node.mjs'
import { installIfNeeded } from './prepare.mjs'

// `node tools/with-node.mjs PROGRAM ...` is `node PROGRAM ...` on any machine, with the packages in place.
await underNewerNode()
installIfNeeded()
process.argv.splice(1, 2, resolve(process.argv[2]))
await import(pathToFileURL(process.argv[1]).href)
