import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_ROOT, type Hash, leafHash, nodeHash } from './hash.ts'
import { hashesInTiles } from '../test/listed-hashes.ts'
import { consistencyProof, hashesToAdd, levelSize, inclusionProof, treeRoot } from './tiles.ts'
import { verifyConsistency, verifyInclusion } from './verify-proof.ts'

/** The root as RFC 6962, section 2.1, defines it. */
const headOf = (leaves: readonly Hash[]): Hash => {
  if (leaves.length < 2) return leaves[0] ?? EMPTY_ROOT
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeHash(headOf(leaves.slice(0, half)), headOf(leaves.slice(half)))
}

const LEAVES = Array.from({ length: 70_000 }, (_, place) => leafHash(utf8ToBytes(`entry ${place}`)))

/** A tree that has grown in these steps. */
const grownBy = async (steps: readonly number[]) => {
  const listed = hashesInTiles()
  let size = 0
  for (const step of steps) {
    listed.add(await hashesToAdd(size, LEAVES.slice(size, size + step), listed.read))
    size += step
  }
  return { ...listed, size }
}

const changed = (hash: Hash): Hash => hash.map((byte, place) => (place === 7 ? byte ^ 1 : byte))

it('a tree has one root however it has grown, and proves every leaf and every earlier root, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (steps, at, part) => {
        const { read, size } = await grownBy(steps)
        const root = await treeRoot(size, read)
        expect(root).toEqual(headOf(LEAVES.slice(0, size)))

        const index = Math.floor(at * size)
        const proof = await inclusionProof(index, size, read)
        const leaf = LEAVES[index]!
        expect(verifyInclusion(leaf, { index, size, root, proof })).toBe(true)
        expect(verifyInclusion(changed(leaf), { index, size, root, proof })).toBe(false)
        expect(verifyInclusion(leaf, { index, size, root: changed(root), proof })).toBe(false)
        if (size > 1) {
          expect(verifyInclusion(leaf, { index: (index + 1) % size, size, root, proof })).toBe(false)
          expect(verifyInclusion(leaf, { index, size, root, proof: proof.slice(1) })).toBe(false)
          expect(verifyInclusion(leaf, { index, size, root, proof: [...proof, root] })).toBe(false)
        }

        const old = Math.floor(part * size)
        const was = { size: old, root: await treeRoot(old, read) }
        const beginning = await consistencyProof(old, size, read)
        expect(verifyConsistency(was, { size, root }, beginning)).toBe(true)
        if (old > 0) {
          expect(verifyConsistency({ ...was, root: changed(was.root) }, { size, root }, beginning)).toBe(
            false,
          )
          expect(verifyConsistency(was, { size, root: changed(root) }, beginning)).toBe(false)
          expect(verifyConsistency(was, { size, root }, [...beginning, root])).toBe(false)
        }
      },
    ),
    { numRuns: 25 },
  )
})

it('a tree of 70,000 leaves has the tiles that tlog-tiles counts for it, and proves across them', async () => {
  const { read, all, size } = await grownBy([65_000, 5000])
  const counts = [0, 1, 2, 3].map(level => all(level).length)
  expect(counts).toEqual([70_000, 273, 1, 0])
  expect([0, 1, 2, 3].map(level => levelSize(level, size))).toEqual(counts)
  const root = await treeRoot(size, read)
  expect(root).toEqual(headOf(LEAVES))
  for (const index of [255, 65_536, 69_999])
    expect(
      verifyInclusion(LEAVES[index]!, { index, size, root, proof: await inclusionProof(index, size, read) }),
    ).toBe(true)
  for (const old of [257, 65_537]) {
    const was = { size: old, root: await treeRoot(old, read) }
    expect(verifyConsistency(was, { size, root }, await consistencyProof(old, size, read))).toBe(true)
  }
})
