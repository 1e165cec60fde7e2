import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, numberOf, RANDOM_SIGNS } from '#domain/certificate'
import type { ListOf } from '#contract/resource'
import type { ActivityItem, ProvenReceipt } from '#contract/subject'
import type { MarketKeys, Trusted } from '#proof/checked-note'
import { readGiven } from '#proof/given'
import { verdictOn } from '#proof/told'
import { openSecrets } from '#server/auth/secrets'
import { keepKey } from '#server/certificates/certify'
import { signIfDue } from '#server/log/checkpoints'
import type { Mail } from '#server/mail/post'
import { sendNext } from '#server/mail/send'
import { type ActivityEntry, append } from '#server/store/activity'
import { chainNow } from '#server/store/chaining'
import { setMarketClock } from '../builders/market-clock.ts'
import { byNode } from '../builders/log-of-receipts.ts'
import { type ContractedWorld, contractedWorld } from '../ledger/contracted.ts'
import { like } from './world.ts'

const NOW = '2026-06-01T12:00:00.000Z'
const LATER = '2026-06-01T14:00:00.000Z'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
  const secrets = openSecrets(world.config)
  await keepKey(world.store.db, secrets.logSeal, NOW, { signs: 'checkpoints' })
  await world.store.transaction(tx =>
    tx.apply([like('proposal', { id: 'proposed', ownerId: 'farm', proposedBy: 'fay', roundId: 'bidding' })], {
      now: NOW,
      newId: () => '',
    }),
  )
  await world.store.db
    .transaction()
    .execute(trx =>
      append(trx, [
        entry('SetOffer', 'project', 'sedge', 'fay', { offer: 6_500_050 }),
        entry('SetBid', 'requirement', 'homes', 'bob', { bid: 20_000_000 }),
        entry('SetApproval', 'agentAuthority', 'auth-1', 'olga', { permissions: ['SubmitBidsAndOffers'] }),
        entry('Approve', 'proposal', 'proposed', 'olga', { decidedBy: 'olga' }),
      ]),
    )
})
afterAll(() => world.close())

const entry = (
  action: string,
  subjectKind: string,
  subjectId: string,
  actorId: string,
  details: Record<string, unknown>,
): ActivityEntry => ({
  ...{ at: NOW, action, title: action, message: action, actorId, forClientId: null, details },
  ...{ subjectKind, subjectId, roundId: 'bidding', fromStatus: null, toStatus: null },
})

const sign = async (at: string) => {
  const { store, config } = world
  await chainNow(store.db)
  await setMarketClock(store.db, at)
  return signIfDue(store.db, { secrets: openSecrets(config), publicUrl: config.publicUrl })
}

/** What anybody is told of the market's keys, and nothing besides. */
const trusted = async (): Promise<Trusted> => ({
  keys: (await world.ask(null, '/verify/keys')).json<MarketKeys>(),
  verify: byNode,
})

const entryOf = async (who: string, kind: string, id: string, action: string) => {
  const { items } = (await world.ask(who, `/api/activity?subjectType=${kind}&subjectId=${id}`)).json<
    ListOf<ActivityItem>
  >()
  return items.find(item => item.action === action)!
}
const receiptAt = ({ id }: ActivityItem) => `/api/activity-item/${id}/receipt`
const verdictOf = async (text: string) => verdictOn(readGiven(text), await trusted())

describe('a receipt', () => {
  let early: ProvenReceipt

  it('is there before a checkpoint covers it, without a proof, and says when it has one', async () => {
    await chainNow(world.store.db)
    const offer = await entryOf('fay', 'project', 'sedge', 'SetOffer')
    const answer = await world.ask('fay', receiptAt(offer))
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${offer.id}.json"`)
    early = answer.json()
    expect(early).toMatchObject({ ...offer.receipt, proof: null })
    expect((await verdictOf(answer.body)).tone).toBe('notProved')
  })

  it('is completed by its hash once there is one, for whoever knows that, and for nobody else', async () => {
    expect(await sign(NOW)).toBeGreaterThan(0)
    const { seq } = JSON.parse(early.entry) as { seq: number }
    const answer = await world.ask(null, `/log/proofs/${seq}/${early.hash}`)
    const { proof } = answer.json<{ proof: ProvenReceipt['proof'] }>()
    expect(proof).not.toBeNull()
    expect((await verdictOf(JSON.stringify({ ...early, proof }))).tone).toBe('good')
    for (const path of [`${seq}/${'0'.repeat(64)}`, `${seq + 1}/${early.hash}`, `x/${early.hash}`])
      expect([path, (await world.ask(null, `/log/proofs/${path}`)).statusCode]).toEqual([path, 404])
  })

  it('of offer, bid, approval, issue and redemption is proved by itself and the public keys', async () => {
    await world.does('AllocateRights', 'requirement', 'estate-homes')
    await world.verifies('wetland')
    await world.verifies('cover')
    await world.does('IssueCredits', 'requirement', 'estate-homes')
    await world.redeems('estate-homes')
    expect(await sign(LATER)).toBeGreaterThan(0)
    for (const [who, kind, id, action, others] of [
      ['fay', 'project', 'sedge', 'SetOffer', ['olga', 'amy', 'sue']],
      ['bob', 'requirement', 'homes', 'SetBid', ['olga']],
      ['fay', 'agentAuthority', 'auth-1', 'SetApproval', []],
      ['amy', 'agentAuthority', 'auth-1', 'SetApproval', []],
      ['fay', 'proposal', 'proposed', 'Approve', []],
      ['olga', 'proposal', 'proposed', 'Approve', []],
      ['bob', 'requirement', 'estate-homes', 'IssueCredits', ['olga', 'fay']],
      ['bob', 'requirement', 'estate-homes', 'RedeemCredits', ['olga', 'fay']],
    ] as const) {
      const item = await entryOf(who, kind, id, action)
      const { body } = await world.ask(who, receiptAt(item))
      const verdict = await verdictOf(body)
      expect([who, action, verdict.troubles, verdict.tone]).toEqual([who, action, [], 'good'])
      for (const other of others)
        expect([other, action, (await world.ask(other, receiptAt(item))).statusCode]).toEqual([
          ...[other, action, 404],
        ])
      const changed = body.replace(/"index":(\d+)/, '"index":1$1')
      expect([action, (await verdictOf(changed)).tone]).toEqual([action, 'bad'])
    }
  })
})

describe('a letter about a settlement', () => {
  const AT = '2026-06-01T18:00:00.000Z'

  /** Looks whether the letter is due, and answers what was sent. */
  const sent = async (at: string): Promise<Mail[]> => {
    const letters: Mail[] = []
    const { config } = world
    const post = { deliver: async (mail: Mail) => void letters.push(mail), close: () => undefined }
    const sending = { secrets: openSecrets(config), publicUrl: config.publicUrl, post }
    const runtime = { ...world.runtime, now: () => at }
    while (await sendNext({ runtime, ...sending })) continue
    return letters
  }
  const settle = async () => {
    const settled = { ...entry('AcceptMatch', 'round', 'settled', 'olga', {}), at: AT, toStatus: 'Settled' }
    await world.store.db.transaction().execute(trx => append(trx, [settled]))
    const facts = { where: 'Levels, Round 0', roundId: 'settled', page: '/results/settled' }
    await world.store.db.deleteFrom('mailOutbox').execute()
    await world.store.db
      .insertInto('mailOutbox')
      .values({
        ...{ id: 'result', letter: 'match-accepted', userId: 'fay', organisationId: null, toAddress: null },
        ...{ facts: JSON.stringify(facts), notBefore: AT, createdAt: AT, message: null, sentAt: null },
      })
      .execute()
  }

  it('waits for the checkpoint that covers it, carries that, and is checked by its text', async () => {
    await settle()
    expect(await sent(AT)).toEqual([])
    await sign('2026-06-01T19:00:00.000Z')
    expect(await sent(AT)).toEqual([])
    const [letter, ...more] = await sent('2026-06-01T18:00:03.000Z')
    expect(more).toEqual([])
    expect(letter?.text).toContain('The settlement is in the public log of the market under the head below')
    for (const text of [letter!.text, letter!.text.replaceAll(/^/gm, '> ')]) {
      const verdict = await verdictOf(text)
      expect([verdict.tone, verdict.title]).toEqual(['good', 'This checkpoint is signed by the market'])
    }
    const root = /^[\w+/]{43}=$/m.exec(letter!.text)![0]
    expect((await verdictOf(letter!.text.replace(root, `${root.slice(0, 8)}AA${root.slice(10)}`))).tone).toBe(
      'bad',
    )
    const note = (await world.ask(null, '/log/checkpoint')).body
    expect(letter!.text).toContain(note.trimEnd())
    expect(letter!.html).toContain('<pre ')
  })

  it('carries the newest after a minute, and says so', async () => {
    await settle()
    expect(await sent(AT)).toEqual([])
    const [letter] = await sent('2026-06-01T18:01:00.000Z')
    expect(letter?.text).toContain('was not signed yet when this letter was sent')
    expect((await verdictOf(letter!.text)).tone).toBe('good')
  })
})

describe('a certificate', () => {
  const certificates = () =>
    world.store.read.list('certificate', { subjectKind: 'requirement', subjectId: 'estate-homes' })

  it('carries what proves that the log names it, for anybody, and no entry', async () => {
    const all = await certificates()
    expect(all.length).toBeGreaterThan(2)
    for (const { number, content } of all) {
      const { body } = await world.ask(null, `/certificates/${number}.proof.json`)
      expect([number, (await verdictOf(body)).troubles]).toEqual([number, []])
      expect(Object.keys(JSON.parse(body) as object)).not.toContain('entry')
      const other = JSON.stringify({ ...(JSON.parse(body) as object), certificate: `${content} ` })
      expect((await verdictOf(other)).troubles.map(({ what }) => what)).toEqual([
        'The certificate was not signed so with a key of this market that is known here.',
        'The entry of the log does not name this certificate.',
      ])
      const page = (await world.ask(null, `/certificates/${number}`)).body
      expect(page).toContain(`href="/certificates/${number}.proof.json"`)
      expect(page).toMatch(/Entry \d+ of \d+ names it/)
    }
  })

  it('that the log did not name as it was entered has no proof, and its page says what there is', async () => {
    const [one] = await certificates()
    const { ordinal: _, ...rest } = one as Certificate & { ordinal: number }
    const content = `${one!.content} `
    const number = numberOf(Array<number>(RANDOM_SIGNS).fill(3))
    await world.store.db
      .insertInto('certificate')
      .values({
        ...{ ...rest, id: 'before', number, state: 'Superseded', content, supersedesId: null },
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      .execute()
    expect((await world.ask(null, `/certificates/${number}.proof.json`)).statusCode).toBe(404)
    const page = (await world.ask(null, `/verify/${number}`)).body
    expect(page).toContain('made before the public log named certificates')
  })
})
