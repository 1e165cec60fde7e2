import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { EMPTY_ROOT, leafHash } from './hash.ts'
import { consistencyProof, hashesToAdd, inclusionProof, treeRoot } from './tiles.ts'
import { hashesInTiles } from '../test/listed-hashes.ts'
import { verifyConsistency, verifyInclusion } from './verify-proof.ts'

// Vectors of the reference implementation of RFC 6962 (google/certificate-transparency,
// cpp/merkletree/merkle_tree_test.cc; transparency-dev/merkle, testonly/constants.go).
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hexToBytes)
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
].map(hexToBytes)
const rootOf = (size: number) => ROOTS[size - 1]!
const inclusion = (index: number) =>
  ({
    0: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
    5: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  })[index]!.map(hexToBytes)
const CONSISTENCY = [
  { old: 1, size: 1, proof: [] },
  { old: 1, size: 8, proof: inclusion(0) },
  {
    old: 6,
    size: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ].map(hexToBytes),
  },
  {
    old: 2,
    size: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ].map(hexToBytes),
  },
]

const tree = async () => {
  const listed = hashesInTiles()
  listed.add(await hashesToAdd(0, LEAVES.map(leafHash), listed.read))
  return listed.read
}

describe('the Merkle tree follows RFC 6962', () => {
  it('has the published root at every size', async () => {
    const read = await tree()
    expect(await treeRoot(0, read)).toEqual(EMPTY_ROOT)
    for (let size = 1; size <= LEAVES.length; size += 1)
      expect(await treeRoot(size, read)).toEqual(rootOf(size))
  })

  it.each([0, 5])('proves that leaf %i is in the tree of eight with the published proof', async index => {
    const proof = await inclusionProof(index, 8, await tree())
    expect(proof).toEqual(inclusion(index))
    expect(verifyInclusion(leafHash(LEAVES[index]!), { index, size: 8, root: rootOf(8), proof })).toBe(true)
  })

  it.each(CONSISTENCY)(
    'proves that $old is a prefix of $size with the published proof',
    async ({ old, size, proof }) => {
      expect(await consistencyProof(old, size, await tree())).toEqual(proof)
      const [was, is] = [
        { size: old, root: rootOf(old) },
        { size, root: rootOf(size) },
      ]
      expect(verifyConsistency(was, is, proof)).toBe(true)
      if (old < size) {
        expect(verifyConsistency({ ...was, root: rootOf(old === 1 ? 3 : 1) }, is, proof)).toBe(false)
        expect(verifyConsistency(was, { ...is, root: rootOf(7) }, proof)).toBe(false)
        expect(verifyConsistency(was, is, proof.slice(1))).toBe(false)
        expect(verifyConsistency(is, was, proof)).toBe(false)
      }
    },
  )

  it('accepts any tree as a continuation of the empty one, with an empty proof only', () => {
    const none = { size: 0, root: EMPTY_ROOT }
    expect(verifyConsistency(none, { size: 8, root: rootOf(8) }, [])).toBe(true)
    expect(verifyConsistency(none, { size: 8, root: rootOf(8) }, [rootOf(1)])).toBe(false)
    expect(
      verifyInclusion(leafHash(LEAVES[0]!), { index: 8, size: 8, root: rootOf(8), proof: inclusion(0) }),
    ).toBe(false)
  })
})
