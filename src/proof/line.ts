import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const PURPOSE = utf8ToBytes('line of a published instance\n')

/**
 * The tag with which the holder of a receipt finds its line in a published instance: SHA-256 of a purpose, the salt of
 * the entry's leaf (32 bytes) and the entry's hash in the chain (64 hexadecimal digits). Only the holder has the
 * salt, so no one else can calculate it.
 */
export const receiptTag = (salt: Uint8Array, hash: string): string =>
  bytesToHex(sha256(concatBytes(PURPOSE, salt, hexToBytes(hash))))
