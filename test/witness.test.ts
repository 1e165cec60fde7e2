import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toBase64 } from '@credit-market/transparency-log/base64'
import { leafHash } from '@credit-market/transparency-log/hash'
import { checkpointText } from '@credit-market/transparency-log/note'
import { consistencyProof, hashesToAdd, treeRoot } from '@credit-market/transparency-log/tiles'
import { certificateSignerOfKey } from '#server/certificates/seal'
import { verifierKeyLine, signNote } from '#server/log/keys'
import {
  begin,
  compare,
  cosign,
  keyLineOfWitness,
  look,
  type WitnessState,
} from '../tools/witness/witness.mjs'
import { hashesInTiles } from '@credit-market/transparency-log/test/listed-hashes'

const ORIGIN = 'market.example/log'
const FIRST = certificateSignerOfKey(Buffer.alloc(32, 1))
const SECOND = certificateSignerOfKey(Buffer.alloc(32, 2))

/** Logs that serve whatever a test sets, true or not. */
let server: Server
let told: Record<string, (query: URLSearchParams) => Promise<string>> = {}
let url = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://log.example')
    const answer = told[pathname.replace('/log/', '')]
    if (!answer) response.writeHead(404).end()
    else void answer(searchParams).then(text => response.end(text))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

/** From now on the log has these entries, signed by this key, with these vouched-for keys. */
const shows = async (
  entries: readonly string[],
  { seal = FIRST, succession = null as string | null, keys = [FIRST] } = {},
): Promise<void> => {
  const listed = hashesInTiles()
  listed.add(
    await hashesToAdd(
      0,
      entries.map(entry => leafHash(Buffer.from(entry))),
      listed.read,
    ),
  )
  const size = entries.length
  told = {
    checkpoint: async () =>
      signNote(
        seal,
        ORIGIN,
        checkpointText({ origin: ORIGIN, size, root: await treeRoot(size, listed.read) }),
      ),
    keys: async () =>
      JSON.stringify({
        origin: ORIGIN,
        keys: keys.map((key, nth) => ({
          key: verifierKeyLine(ORIGIN, key.publicKey),
          succession: nth ? succession : null,
        })),
      }),
    consistency: async query => {
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
      const proof = await consistencyProof(from, Math.min(to, size), listed.read)
      return JSON.stringify({ hashes: proof.map(toBase64) })
    },
  }
}

const ENTRIES = Array.from({ length: 21 }, (_, nth) => `entry ${nth}`)
const SIZES = [1, 7, 8, 20]

/** A witness that has seen a log of these entries. */
const witnessOf = async (entries: readonly string[], name = 'w1'): Promise<WitnessState> => {
  await shows(entries)
  return look(await begin(url, { name }))
}

const isFound = async (state: WitnessState, entries: readonly string[], why: string) => {
  await shows(entries)
  await expect(look(state), `${state.heads.at(-1)?.size} entries, then ${entries.join()}`).rejects.toThrow(
    why,
  )
}

describe('a witness with any older checkpoint', () => {
  it('follows a log that only grows, from any size to any other', async () => {
    for (const size of SIZES) {
      let state = await witnessOf(ENTRIES.slice(0, size))
      for (const later of [size, size + 1, ENTRIES.length]) {
        await shows(ENTRIES.slice(0, later))
        state = await look(state)
      }
      expect(state.heads.map(head => head.size)).toEqual([...new Set([size, size + 1, ENTRIES.length])])
    }
  })

  it('detects a log that was rewritten from any point', async () => {
    for (const size of SIZES) {
      const state = await witnessOf(ENTRIES.slice(0, size))
      for (let point = 0; point < size; point += 1) {
        const rewritten = ENTRIES.map((entry, nth) => (nth < point ? entry : `${entry}, otherwise`))
        await isFound(state, rewritten, 'it was rewritten')
        await isFound(state, rewritten.slice(0, size), 'it was rewritten')
      }
    }
  })

  it('detects a truncated log and reordered, removed, inserted and changed entries', async () => {
    for (const size of SIZES.slice(1)) {
      const state = await witnessOf(ENTRIES.slice(0, size))
      await isFound(state, ENTRIES.slice(0, size - 1), 'cut off')
      await isFound(state, [ENTRIES[1]!, ENTRIES[0]!, ...ENTRIES.slice(2)], 'it was rewritten')
      await isFound(state, ENTRIES.slice(1), 'it was rewritten')
      await isFound(state, ['more', ...ENTRIES], 'it was rewritten')
      await isFound(state, ENTRIES.with(size - 1, 'other'), 'it was rewritten')
    }
  })

  it('detects signatures by an unvouched key, and of another log', async () => {
    const state = await witnessOf(ENTRIES.slice(0, 8))
    await shows(ENTRIES, { seal: SECOND, keys: [FIRST, SECOND] })
    await expect(look(state)).rejects.toThrow('an unknown key')
    await shows(ENTRIES)
    await expect(look({ ...state, origin: 'other.example/log' })).rejects.toThrow('calls itself')
  })

  it('continues under a key that the previous one has signed', async () => {
    const state = await witnessOf(ENTRIES.slice(0, 8))
    const succession = await signNote(
      FIRST,
      ORIGIN,
      `${ORIGIN}\nsuccession\n${verifierKeyLine(ORIGIN, SECOND.publicKey)}\n`,
    )
    await shows(ENTRIES, { seal: SECOND, keys: [FIRST, SECOND], succession })
    expect((await look(state)).keys).toEqual(
      [FIRST, SECOND].map(seal => verifierKeyLine(ORIGIN, seal.publicKey)),
    )
  })
})

describe('two witnesses that compare', () => {
  const FORKED = [...ENTRIES.slice(0, 9), 'shown to one of them only', ...ENTRIES.slice(10)]

  it('find nothing in one log, however far each has seen it', async () => {
    const [one, other] = [await witnessOf(ENTRIES.slice(0, 9)), await witnessOf(ENTRIES, 'w2')]
    expect(await compare(one, other)).toBeUndefined()
    expect(await compare(other, one)).toBeUndefined()
  })

  it('detect a split view, of one size and of two, whichever the log shows now', async () => {
    const forked = await witnessOf(FORKED, 'w2')
    expect(await compare(await witnessOf(ENTRIES), forked)).toContain('A split view')
    const shorter = await witnessOf(ENTRIES.slice(0, 12))
    expect(await compare(shorter, forked)).toContain('A split view')
    await shows(FORKED)
    expect(await compare(shorter, forked)).toContain('A split view')
  })

  it('detect that one of them was shown a rolled-back log that diverged', async () => {
    const before = await witnessOf(ENTRIES.slice(0, 12))
    const after = await witnessOf(FORKED.slice(0, 11), 'w2')
    expect(await compare(before, after)).toContain('A split view')
  })
})

it('a co-signature is a line of a note, by the key that the witness publishes', async () => {
  const state = await witnessOf(ENTRIES)
  const line = cosign(state, state.heads[0]!.note, 1_679_315_147_000)
  expect(line).toMatch(/^— w1 [A-Za-z0-9+/]+=*$/)
  expect(keyLineOfWitness(state)).toMatch(/^w1\+[0-9a-f]{8}\+B/)
})
