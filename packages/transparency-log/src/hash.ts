import { sha256 } from '@noble/hashes/sha2.js'

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array

export const HASH_BYTES = 32

/** The hash of a leaf: SHA-256 of a zero byte and the leaf's content (RFC 6962, section 2.1). */
export const leafHash = (said: Uint8Array): Hash =>
  sha256.create().update(Uint8Array.of(0)).update(said).digest()

/** The hash of a node: SHA-256 of the byte 0x01 and its two children's hashes (RFC 6962, section 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash =>
  sha256.create().update(Uint8Array.of(1)).update(left).update(right).digest()

/** The root of an empty tree. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array())

export const isSameHash = (one: Hash, other: Hash): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])
