import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const PURPOSE = utf8ToBytes('line of a published instance\n')

/**
 * By what the holder of a receipt finds its line in a published instance: SHA-256 of a purpose, the salt of the entry's leaf (32
 * bytes) and the entry's hash in the chain (64 hexadecimal digits). Nobody else can work it out, since nobody else has the salt.
 */
export const lineTag = (salt: Uint8Array, hash: string): string =>
  bytesToHex(sha256(concatBytes(PURPOSE, salt, hexToBytes(hash))))
