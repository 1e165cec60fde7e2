import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Certificate,
  formatCertificateNumber,
  CERTIFICATE_NUMBER_LENGTH,
} from '#domain/credit/certificate'
import type { ListPage } from '#contract/kit/resource'
import type { ActivityItem, ProvenReceipt } from '#contract/subject/subject'
import type { TrustedKeys } from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from '#proof/market-keys'
import { parseSubmittedProof } from '#proof/given'
import { verifySubmittedProof } from '#proof/told'
import { openSecrets } from '#server/auth/secrets'
import { storePublicKey } from '#server/certificates/certify'
import { signCheckpointIfDue } from '#server/log/checkpoints'
import type { DeliverableEmail } from '#server/mail/post'
import { sendNextEmail } from '#server/mail/send'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import { setMarketClock } from '../builders/market-clock.ts'
import { verifyWithNode } from '../builders/log-of-receipts.ts'
import { type ContractedWorld, contractedWorld } from '../ledger/contracted.ts'
import { sampleRow } from './world.ts'

const NOW = '2026-06-01T12:00:00.000Z'
const LATER = '2026-06-01T14:00:00.000Z'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
  const secrets = openSecrets(world.config)
  await storePublicKey(world.store.db, secrets.logSeal, NOW, { signs: 'checkpoints' })
  await world.store.transaction(tx =>
    tx.apply(
      [sampleRow('proposal', { id: 'proposed', ownerId: 'farm', proposedBy: 'fay', roundId: 'bidding' })],
      {
        now: NOW,
        newId: () => '',
      },
    ),
  )
  await world.store.db
    .transaction()
    .execute(trx =>
      appendLogEntries(trx, [
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
  await chainPendingEntries(store.db)
  await setMarketClock(store.db, at)
  return signCheckpointIfDue(store.db, { secrets: openSecrets(config), publicUrl: config.publicUrl })
}

/** The market’s public keys, and nothing else. */
const trusted = async (): Promise<TrustedKeys<MarketKeys>> => ({
  keys: (await world.ask(null, '/verify/keys')).json<MarketKeys>(),
  verify: verifyWithNode,
})

const entryOf = async (who: string, kind: string, id: string, action: string) => {
  const { items } = (await world.ask(who, `/api/activity?subjectType=${kind}&subjectId=${id}`)).json<
    ListPage<ActivityItem>
  >()
  return items.find(item => item.action === action)!
}
const receiptAt = ({ id }: ActivityItem) => `/api/activity-item/${id}/receipt`
const verdictOf = async (text: string) => verifySubmittedProof(parseSubmittedProof(text), await trusted())

describe('a receipt', () => {
  let early: ProvenReceipt

  it('exists before a checkpoint covers it, without a proof, and says when there will be one', async () => {
    await chainPendingEntries(world.store.db)
    const offer = await entryOf('fay', 'project', 'sedge', 'SetOffer')
    const answer = await world.ask('fay', receiptAt(offer))
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${offer.id}.json"`)
    early = answer.json()
    expect(early).toMatchObject({ ...offer.receipt, proof: null })
    expect((await verdictOf(answer.body)).tone).toBe('notProved')
  })

  it('gets its proof by its hash, for anyone who knows it, and no one else', async () => {
    expect(await sign(NOW)).toBeGreaterThan(0)
    const { seq } = JSON.parse(early.entry) as { seq: number }
    const answer = await world.ask(null, `/log/proofs/${seq}/${early.hash}`)
    const { proof } = answer.json<{ proof: ProvenReceipt['proof'] }>()
    expect(proof).not.toBeNull()
    expect((await verdictOf(JSON.stringify({ ...early, proof }))).tone).toBe('good')
    for (const path of [`${seq}/${'0'.repeat(64)}`, `${seq + 1}/${early.hash}`, `x/${early.hash}`])
      expect([path, (await world.ask(null, `/log/proofs/${path}`)).statusCode]).toEqual([path, 404])
  })

  it('of an offer, bid, approval, issue or redemption is proved by itself and the public keys', async () => {
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

describe('an email about a settlement', () => {
  const AT = '2026-06-01T18:00:00.000Z'

  /** Runs the check whether the email is due, and returns what was sent. */
  const sent = async (at: string): Promise<DeliverableEmail[]> => {
    const letters: DeliverableEmail[] = []
    const { config } = world
    const post = {
      deliver: async (mail: DeliverableEmail) => void letters.push(mail),
      close: () => undefined,
    }
    const sending = { secrets: openSecrets(config), publicUrl: config.publicUrl, post }
    const runtime = { ...world.runtime, now: () => at }
    while (await sendNextEmail({ runtime, ...sending })) continue
    return letters
  }
  const settle = async () => {
    const settled = { ...entry('AcceptMatch', 'round', 'settled', 'olga', {}), at: AT, toStatus: 'Settled' }
    await world.store.db.transaction().execute(trx => appendLogEntries(trx, [settled]))
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

  it('waits for the checkpoint that covers it, contains it, and can be checked from its text', async () => {
    await settle()
    expect(await sent(AT)).toEqual([])
    await sign('2026-06-01T19:00:00.000Z')
    expect(await sent(AT)).toEqual([])
    const [letter, ...more] = await sent('2026-06-01T18:00:03.000Z')
    expect(more).toEqual([])
    expect(letter?.text).toContain('The settlement is recorded in the public log of the market')
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

  it('contains the latest checkpoint after a minute, and says so', async () => {
    await settle()
    expect(await sent(AT)).toEqual([])
    const [letter] = await sent('2026-06-01T18:01:00.000Z')
    expect(letter?.text).toContain('no checkpoint of the public log covered it when we sent this email')
    expect((await verdictOf(letter!.text)).tone).toBe('good')
  })
})

describe('a certificate', () => {
  const certificates = () =>
    world.store.read.list('certificate', { subjectKind: 'requirement', subjectId: 'estate-homes' })

  it('has a public proof of its log entry, without the entry', async () => {
    const all = await certificates()
    expect(all.length).toBeGreaterThan(2)
    for (const { number, content } of all) {
      const { body } = await world.ask(null, `/certificates/${number}.proof.json`)
      expect([number, (await verdictOf(body)).troubles]).toEqual([number, []])
      expect(Object.keys(JSON.parse(body) as object)).not.toContain('entry')
      const other = JSON.stringify({ ...(JSON.parse(body) as object), certificate: `${content} ` })
      expect((await verdictOf(other)).troubles.map(({ what }) => what)).toEqual([
        'No key of this market that this page knows has signed the certificate as it is in this file.',
        'The log entry does not name this certificate.',
      ])
      const page = (await world.ask(null, `/certificates/${number}`)).body
      expect(page).toContain(`href="/certificates/${number}.proof.json"`)
      expect(page).toMatch(/Entry \d+ of \d+ in the public log names this certificate/)
    }
  })

  it('has no proof if the log names it differently, and its page says what exists', async () => {
    const [one] = await certificates()
    const { ordinal: _, ...rest } = one as Certificate & { ordinal: number }
    const content = `${one!.content} `
    const number = formatCertificateNumber(Array<number>(CERTIFICATE_NUMBER_LENGTH).fill(3))
    await world.store.db
      .insertInto('certificate')
      .values({
        ...{ ...rest, id: 'before', number, state: 'Superseded', content, supersedesId: null },
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      .execute()
    expect((await world.ask(null, `/certificates/${number}.proof.json`)).statusCode).toBe(404)
    const page = (await world.ask(null, `/verify/${number}`)).body
    expect(page).toContain('issued before the public log named certificates')
  })
})
