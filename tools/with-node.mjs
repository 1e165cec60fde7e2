import { pathToFileURL } from 'node:url'
import { cacheCompiledCode, underNewerNode } from './newer-node.mjs'
import { installIfNeeded, programOf } from './prepare.mjs'

// `node tools/with-node.mjs PROGRAM ...` is `node PROGRAM ...` on any machine, with the packages in place, and with
// `--for-tests` before the program those that only check and test as well.
await underNewerNode()
const forTests = process.argv[2] === '--for-tests'
if (forTests) process.argv.splice(2, 1)
installIfNeeded({ forTests })
cacheCompiledCode()
process.argv.splice(1, 2, programOf(process.argv[2]))
await import(pathToFileURL(process.argv[1]).href)
