import { type Hash, isSameHash, nodeHash } from './hash.ts'

const isWhole = (...numbers: number[]): boolean => numbers.every(one => Number.isSafeInteger(one) && one >= 0)

const isOdd = (number: number): boolean => number % 2 === 1

const halved = (number: number): number => Math.floor(number / 2)

/** The root that follows from a leaf and its inclusion proof; undefined if the proof has the wrong length. */
const headFrom = (leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined => {
  let [place, last, hash] = [index, size - 1, leaf]
  for (const beside of proof) {
    if (last === 0) return undefined
    if (isOdd(place) || place === last) {
      hash = nodeHash(beside, hash)
      while (!isOdd(place) && place !== 0) [place, last] = [halved(place), halved(last)]
    } else hash = nodeHash(hash, beside)
    ;[place, last] = [halved(place), halved(last)]
  }
  return last === 0 ? hash : undefined
}

/**
 * Verifies that a leaf, by its hash and its index from zero, is in the tree of this size and root (RFC 9162, section
 * 2.1.3.2).
 */
export const verifyInclusion = (
  leaf: Hash,
  { index, size, root, proof }: { index: number; size: number; root: Hash; proof: readonly Hash[] },
): boolean => {
  if (!isWhole(index, size) || index >= size) return false
  const head = headFrom(leaf, index, size, proof)
  return head !== undefined && isSameHash(head, root)
}

/** A tree head as published: the size of the tree, and its root. */
export interface TreeHead {
  size: number
  root: Hash
}

/** Verifies that the older tree is the beginning of the newer one (RFC 9162, section 2.1.4.2). */
export const verifyConsistency = (old: TreeHead, head: TreeHead, proof: readonly Hash[]): boolean => {
  if (!isWhole(old.size, head.size) || old.size > head.size) return false
  // Every tree begins with the empty one.
  if (old.size === 0) return proof.length === 0
  if (old.size === head.size) return proof.length === 0 && isSameHash(old.root, head.root)
  const isPowerOfTwo = Number.isInteger(Math.log2(old.size))
  const [first, ...rest] = isPowerOfTwo ? [old.root, ...proof] : proof
  if (!first) return false
  let [place, last, was, is] = [old.size - 1, head.size - 1, first, first]
  while (isOdd(place)) [place, last] = [halved(place), halved(last)]
  for (const beside of rest) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      was = nodeHash(beside, was)
      is = nodeHash(beside, is)
      while (!isOdd(place) && place !== 0) [place, last] = [halved(place), halved(last)]
    } else is = nodeHash(is, beside)
    ;[place, last] = [halved(place), halved(last)]
  }
  return last === 0 && isSameHash(was, old.root) && isSameHash(is, head.root)
}
