import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { leafHash } from './hash.ts'
import { encodeBundle, readBundle, readTile, bundleHashes, readTilePath, tilePath } from './tiles.ts'

describe('tile paths follow C2SP tlog-tiles', () => {
  it.each([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/1/273.p/17', { level: 1, index: 273, width: 17 }],
    ['tile/63/999.p/255', { level: 63, index: 999, width: 255 }],
    ['tile/entries/x001/000.p/1', { level: 'entries', index: 1000, width: 1 }],
  ] as const)('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path)
    expect(readTilePath(path)).toEqual(tile)
  })

  it.each([
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/0/x001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/entry/000',
    'tile/0/000/',
    '/tile/0/000',
  ])('rejects any other path: %s', path => expect(readTilePath(path)).toBeUndefined())
})

describe('bundles of entries', () => {
  it('hold each entry after its length, and hash like the leaves', () => {
    const entries = [utf8ToBytes('{}'), utf8ToBytes(''), utf8ToBytes('x'.repeat(300))]
    const bundle = encodeBundle(entries)
    expect([...bundle.slice(0, 6)]).toEqual([0, 2, 0x7b, 0x7d, 0, 0])
    expect(readBundle(bundle)).toEqual(entries)
    expect(bundleHashes(bundle)).toEqual(entries.map(leafHash))
    expect(() => readBundle(bundle.slice(0, -1))).toThrow('truncated')
    expect(() => readBundle(bundle.slice(0, 5))).toThrow('truncated')
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow('too long')
    expect(() => readTile(new Uint8Array(33))).toThrow('truncated')
  })
})
