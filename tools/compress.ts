import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|html|wasm)$/
// The last hundredths of what is larger than this would take longer than all other files together.
const LARGE = 1_000_000
const ALMOST_AS_SMALL = 9

/**
 * Adds brotli and gzip versions of every text and program in a folder, for browsers that accept them. Each gets its
 * name when it is whole, so that a server may send the files of the folder meanwhile.
 */
export const compressFolder = async (folder: string): Promise<void> => {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => COMPRESSIBLE.test(path) && statSync(path).isFile())
  await Promise.all(
    texts.map(async path => {
      const text = readFileSync(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]:
          text.length > LARGE ? ALMOST_AS_SMALL : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      }
      writeWhole(`${path}.br`, await promisify(brotliCompress)(text, { params }))
      writeWhole(`${path}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}

const writeWhole = (path: string, content: Buffer): void => {
  writeFileSync(`${path}.part`, content)
  renameSync(`${path}.part`, path)
}
