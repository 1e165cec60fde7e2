import { writeFileSync } from 'node:fs'
import { compressedStampFile, webBuildDir } from '#server/process/places'
import { compressFolder } from './compress.ts'

// Compresses the built pages: half of the work of a build, which `npm start` does after the server has started.

await compressFolder(webBuildDir)
writeFileSync(compressedStampFile, '')
