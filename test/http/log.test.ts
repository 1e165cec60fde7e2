import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '@credit-market/transparency-log/base64'
import { readCheckpoint, readKeyLine, readNote } from '@credit-market/transparency-log/note'
import { readBundle, readTile, bundleHashes, treeRoot, tilePath } from '@credit-market/transparency-log/tiles'
import { verifyConsistency, verifyInclusion } from '@credit-market/transparency-log/verify-proof'
import { logPage } from '#front/pages/log'
import { openSecrets } from '#server/auth/secrets'
import { storePublicKey } from '#server/certificates/certify'
import { readLastCheckpoint, signCheckpointIfDue } from '#server/log/checkpoints'
import { readCheckpointNote, readPublicLogState } from '#server/log/read'
import { registerWitness, removeWitness } from '#server/log/witnesses'
import { appendLogEntries } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import { begin, cosign, keyLineOfWitness, look } from '../../tools/witness/witness.mjs'
import { setMarketClock } from '../builders/market-clock.ts'
import { firstStart } from '../builders/installation.ts'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world({ from: firstStart })
  secrets = openSecrets(market.config)
})
afterAll(() => market.close())

const PUBLIC_URL = 'https://market.example'
let secrets: ReturnType<typeof openSecrets>
let at = '2026-12-01T12:00:00.000Z'

const signed = async (): Promise<number> => {
  await chainPendingEntries(market.store.db)
  at = new Date(Date.parse(at) + 7_200_000).toISOString()
  await setMarketClock(market.store.db, at)
  return signCheckpointIfDue(market.store.db, { secrets, publicUrl: PUBLIC_URL })
}

const add = (...subjects: string[]) =>
  market.store.transaction(tx =>
    appendLogEntries(
      tx.db,
      subjects.map(subjectId => ({
        ...{
          at,
          action: 'SetOffer',
          title: 'Set offer',
          message: 'Set offer',
          actorId: null,
          forClientId: null,
        },
        ...{ subjectKind: 'project', subjectId, roundId: 'r1', fromStatus: null, toStatus: 'Offered' },
        details: { offer: 4711 },
      })),
    ),
  )

const text = async (path: string) => {
  const { status, body } = await market.stranger.send(path)
  expect([path, status]).toEqual([path, 200])
  return String(body)
}
const bytes = async (path: string) => {
  const answer = await fetch(market.url + path)
  expect([path, answer.status]).toEqual([path, 200])
  return { bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers }
}

describe('the published log', () => {
  it('is empty before the first checkpoint, and its page says so', async () => {
    expect((await market.stranger.send('/log/checkpoint')).status).toBe(404)
    expect(logPage(null, PUBLIC_URL).body.markup).toContain('No checkpoint has been signed yet')
  })

  it('has a checkpoint, tiles and entries up to its root; nothing beyond it, and no offer', async () => {
    await storePublicKey(market.store.db, secrets.logSeal, at, { signs: 'checkpoints' })
    await add(...Array.from({ length: 260 }, (_, nth) => `p${nth}`))
    const size = await signed()
    expect(size).toBeGreaterThan(256)
    const note = readNote(await text('/log/checkpoint'))!
    const head = readCheckpoint(note.text)!
    expect(head).toMatchObject({ origin: 'market.example/log', size })

    const full = tilePath({ level: 0, index: 0, width: 256 })
    const { bytes: first, headers } = await bytes(`/log/${full}`)
    expect([headers.get('content-type'), first.length]).toEqual(['application/octet-stream', 8192])
    expect(headers.get('cache-control')).toContain('immutable')
    const width = size - 256
    const rest = await bytes(`/log/${tilePath({ level: 0, index: 1, width })}`)
    const above = await bytes(`/log/${tilePath({ level: 1, index: 0, width: 1 })}`)
    const levels = [[...readTile(first), ...readTile(rest.bytes)], readTile(above.bytes)]
    expect(
      await treeRoot(size, async (level, from, many) => levels[level]!.slice(from, from + many)),
    ).toEqual(head.root)

    const bundle = await bytes(`/log/${tilePath({ level: 'entries', index: 1, width })}`)
    expect(bundleHashes(bundle.bytes)).toEqual(readTile(rest.bytes))
    const said = readBundle(bundle.bytes).map(entry => new TextDecoder().decode(entry))
    expect(said.join('\n')).not.toMatch(/4711|SetOffer|Offered/)

    await add('later')
    await chainPendingEntries(market.store.db)
    for (const path of [
      tilePath({ level: 0, index: 1, width: width + 1 }),
      tilePath({ level: 'entries', index: 1, width: width + 1 }),
      'tile/0/002.p/1',
      'tile/2/000.p/1',
      'tile/0/1',
      'checkpoints/7',
    ])
      expect([path, (await market.stranger.send(`/log/${path}`)).status]).toEqual([path, 404])
  })

  it('proves every entry of a checkpoint, and that it extends an earlier one', async () => {
    const old = readCheckpoint(readNote(await text('/log/checkpoint'))!.text)!
    await signed()
    const head = readCheckpoint(readNote(await text(`/log/checkpoints/${old.size + 2}`))!.text)!
    const inclusion = await market.stranger.get<{ leaf: string; hashes: string[] }>(
      `/log/inclusion?index=3&size=${head.size}`,
    )
    const hashesOf = (given: { hashes: string[] }) => given.hashes.map(one => fromBase64(one)!)
    const { root, size } = head
    expect(inclusion).toMatchObject({ index: 3, size })
    const proof = hashesOf(inclusion)
    expect(verifyInclusion(fromBase64(inclusion.leaf)!, { index: 3, size, root, proof })).toBe(true)
    const going = await market.stranger.get<{ hashes: string[] }>(`/log/consistency?from=${old.size}`)
    expect(verifyConsistency(old, head, hashesOf(going))).toBe(true)
    for (const path of [
      'inclusion',
      'inclusion?index=99999',
      'inclusion?index=-1',
      'consistency?from=99999',
      'consistency?to=1',
    ])
      expect([path, (await market.stranger.send(`/log/${path}`)).status]).toEqual([path, 400])
  })

  it('publishes its keys, and a page shows root, checkpoints and how to check', async () => {
    const { keys } = await market.stranger.get<{ keys: { key: string }[] }>('/log/keys')
    expect(keys.map(({ key }) => readKeyLine(key)?.name)).toEqual(['market.example/log'])
    expect(await text(`/log/keys/${secrets.logSeal.fingerprint}.pem`)).toBe(secrets.logSeal.publicKey)
    const page = await text('/log/')
    const { root } = (await readLastCheckpoint(market.store.db))!
    expect(page).toContain(root.toString('base64'))
    expect(page.match(/href="\/log\/checkpoints\/\d+"/g)).toHaveLength(2)
    expect((await market.stranger.send('/sitemap.xml')).body).toContain('/log/')
  })

  it('accepts co-signatures of registered witnesses only, and shows them', async () => {
    const { db } = market.store
    const hand = (body: unknown) =>
      market.stranger.send('/log/cosignatures', {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json' },
      })
    const state = await look(await begin(`${market.url}/log/`, { name: 'council.example/w1' }))
    const { size, note } = state.heads[0]!
    const line = cosign(state, note, Date.parse(market.runtime.now()))
    expect(await hand({ size, line })).toMatchObject({ status: 403 })
    await registerWitness(db, keyLineOfWitness(state), at)
    expect(await hand({ size, line: cosign(state, note.replace('market', 'another')) })).toMatchObject({
      status: 400,
    })
    expect(
      await hand({ size, line: cosign(state, note, Date.parse(market.runtime.now()) + 3_600_000) }),
    ).toMatchObject({
      status: 400,
    })
    expect(await hand({ size: 99_999, line })).toMatchObject({ status: 404 })
    expect(await hand({ size, line: 'x' })).toMatchObject({ status: 400 })
    expect(await hand({ size })).toMatchObject({ status: 400 })
    expect(await hand({ size, line })).toMatchObject({ status: 204 })

    expect(await readCheckpointNote(db, size)).toBe(`${note}${line}\n`)
    const shown = logPage(await readPublicLogState(db), PUBLIC_URL).body.markup
    expect(shown).toContain('council.example/w1, ')
    expect(await removeWitness(db, 'council.example/w1', at)).toBe(true)
    expect(await readCheckpointNote(db, size)).toBe(note)
    await expect(registerWitness(db, 'council.example/w1+00000000+BA==', at)).rejects.toThrow(
      'not the key of a witness',
    )
  })
})
