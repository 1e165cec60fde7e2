import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionPreview, ActionResult } from '#contract/kit/form'
import type { ProposalView } from '#contract/desk/proposal'
import type { RequirementView } from '#contract/requirement/requirement'
import type { ResultView } from '#contract/round/result'
import type { Requirement } from '#domain/project/requirement'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { settleAllDeposits } from '#server/jobs/settle-deposits'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { openSmallRound, readRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, submissionOf, type Subject, waitUntil, world, type World } from '../builders/world.ts'
import { camtOf, type TestEntry } from '../http/camt.ts'

// A round that asks for deposits, in an installation in which two people agree.

const POUNDS = 2_500

let market: World
let proposer: Person
let approver: Person
let bids: Requirement[]
/** Two bids that only win together: the deposit of the first comes late. */
let [unpaid, partner]: Requirement[] = []
beforeAll(async () => {
  market = await world({ from: openSmallRound, secondPerson: 'operator' })
  proposer = market.as('operator')
  approver = market.as('operator2')
  bids = await market.store.read.list('requirement', { roundId: 'RD-SOM-1', status: 'Bid' })
  const grouped = bids.filter(({ groupId }) => groupId !== null)
  const { groupId } = grouped.find(bid => grouped.some(one => one !== bid && one.groupId === bid.groupId))!
  await sql`update requirement_group set type = 'AND' where id = ${groupId}`.execute(market.store.db)
  ;[unpaid, partner] = grouped.filter(bid => bid.groupId === groupId)
  await sql`alter table payment_terms disable trigger payment_terms_are_final`.execute(market.store.db)
  await sql`update payment_terms set deposit = ${POUNDS * 100} where round_id = 'RD-SOM-1'`.execute(
    market.store.db,
  )
  await sql`alter table payment_terms enable always trigger payment_terms_are_final`.execute(market.store.db)
  await settle()
})
afterAll(() => market.close())

const settle = () => settleAllDeposits.run({ runtime: market.runtime, files: market.files })
const issue = () => issueDueInvoices.run({ runtime: market.runtime, files: market.files })
const path = ({ kind, id }: Subject, action: string) =>
  `/api/${kind === 'bankLine' ? 'bank-line' : kind}/${id}/action/${action}`
/** Sends an action with the reason for proposing it. */
const sends = (who: Person, action: string, on: Subject, values: object, reason?: string) =>
  who.send(path(on, action), submissionOf({ values, ...(reason !== undefined && { reason }) }))
const proposes = async (action: string, on: Subject, values: object): Promise<string> => {
  const { status, body } = await sends(proposer, action, on, values, 'It is time')
  expect([status, JSON.stringify(body)]).toEqual([202, expect.anything()])
  return (body as ActionResult).proposal!
}
const approves = (id: string) => sends(approver, 'Approve', { kind: 'proposal', id }, {})
const sentencesOf = async (id: string): Promise<string> =>
  (await approver.get<ProposalView>(`/api/proposal/${id}`)).foreseen!.sentences.join('\n')
const nameOf = async ({ buyerId }: Requirement): Promise<string> =>
  (await market.store.read.one('organisation', buyerId))!.name
const depositOf = async ({ id }: Requirement) =>
  (await proposer.get<RequirementView>(`/api/requirement/${id}`)).deposit!
const bank = async (entries: readonly TestEntry[]) => {
  const [own] = await market.store.read.list('organisation', { type: 'OPER' })
  const statement = { name: 'statement.xml', content: camtOf(own!.iban!, entries) }
  await proposer.does('UploadBankStatement', { kind: 'bankLines' }, {}, { statement })
}
const paymentOf = async (bid: Requirement, amount = POUNDS): Promise<TestEntry> => ({
  ...{ amount: amount.toFixed(2), reference: `IN-${bid.id}-${amount}`, endToEndId: `E2E${bid.id}` },
  remittance: (await depositOf(bid)).reference,
})
const confirmed = { confirmed: true }

describe('a match of bids without their deposits', () => {
  it('is refused with a message of its own when every deposit is missing', async () => {
    const { status, body } = await sends(proposer, 'Match', SOMERSET_ROUND, confirmed, 'It is time')
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('no deposit has been received in full'),
    ])
  })

  it('needs a second person, who reads whose bids it leaves out', async () => {
    await bank(await Promise.all(bids.slice(1).flatMap(bid => (bid === unpaid ? [] : [paymentOf(bid)]))))
    const left = [...new Set([bids[0]!, unpaid!])]
    const alone = await sends(proposer, 'Match', SOMERSET_ROUND, confirmed)
    expect([alone.status, JSON.stringify(alone.body)]).toEqual([
      422,
      expect.stringContaining('reason of the proposal'),
    ])
    const id = await proposes('Match', SOMERSET_ROUND, confirmed)
    expect((await readRound(proposer)).status).toBe('ClosedForBidsAndOffers')
    for (const bid of left)
      expect(await sentencesOf(id)).toContain(
        `The bid of ${await nameOf(bid)} for ${bid.name} does not count, because its deposit has not been received in full`,
      )
    expect((await sentencesOf(id)).split('\n')).toHaveLength(left.length)
  })

  it('is not begun by an approval of other bids than those that lack their deposit by then', async () => {
    const [waiting] = await market.store.read.list('proposal', { action: 'Match', status: 'Waiting' })
    if (bids[0] !== unpaid) await bank([await paymentOf(bids[0]!)])
    else await bank([await paymentOf(unpaid!)])
    expect((await approves(waiting!.id)).status).toBe(409)
    expect((await readRound(proposer)).status).toBe('ClosedForBidsAndOffers')
  })

  it('warns also before a match that was made elsewhere', async () => {
    const { warnings }: ActionPreview = await proposer.rehearses('ImportMatch', SOMERSET_ROUND, {})
    expect(warnings.map(({ message }) => message).join()).toContain('1 bid does not count')
  })

  it('is not started by one person who sets the payment of a deposit aside, or books it to something else', async () => {
    await bank([
      {
        amount: '1.00',
        reference: 'TYPO',
        remittance: `Deposit ${(await depositOf(unpaid!)).document.name}.`,
      },
      { amount: '1.00', reference: 'OTHER', remittance: 'Rent of May' },
    ])
    const lines = await market.store.read.list('bankLine', { status: 'Waiting' })
    const lineOf = (reference: string): Subject => ({
      kind: 'bankLine',
      id: lines.find(({ bankReference }) => bankReference === reference)!.id,
    })
    const values = { reason: 'It is not for us' }
    expect((await sends(proposer, 'SetBankLineAside', lineOf('OTHER'), values)).status).toBe(200)
    expect((await sends(proposer, 'SetBankLineAside', lineOf('TYPO'), values)).status).toBe(422)
    const other = { invoice: 'INV-000001', amount: 1, reason: 'It pays this' }
    expect((await sends(proposer, 'BookBankLine', lineOf('TYPO'), other)).status).toBe(422)
    expect((await approves(await proposes('SetBankLineAside', lineOf('TYPO'), values))).status).toBe(200)
  })

  it('leaves out the bid without its deposit, and says to the bid of its group why it cannot win', async () => {
    const approved = await approves(await proposes('Match', SOMERSET_ROUND, confirmed))
    expect(approved.status, JSON.stringify(approved.body)).toBe(200)
    await waitUntil('the round is matched', async () => (await readRound(proposer)).status === 'Matched')
    const result = await market.store.read.latest('matchResult', { roundId: 'RD-SOM-1' })
    expect(result!.unconfirmed.map(({ id, why }) => `${id} ${why}`).toSorted()).toEqual(
      [`${unpaid!.id} depositMissing`, `${partner!.id} groupDepositMissing`].toSorted(),
    )
  })
})

describe('a winner whose deposit the bank returns before the match is accepted', () => {
  let winner: Requirement

  it('is named to both people who accept the match', async () => {
    const result = await market.store.read.latest('matchResult', { roundId: 'RD-SOM-1' })
    const won = result!.solution!.requirements.filter(item => item.won).map(({ id }) => id)
    winner = bids.find(({ id }) => won.includes(id))!
    const before = await proposer.rehearses('AcceptMatch', SOMERSET_ROUND, confirmed)
    expect([before.sentences, before.warnings]).toEqual([[], []])
    const paid = await paymentOf(winner)
    await bank([{ ...paid, amount: `-${paid.amount}`, reference: 'RETURNED', isReturn: true }])
    expect(await depositOf(winner)).toMatchObject({ state: 'Asked', paid: 0 })
    const { warnings } = await proposer.rehearses('AcceptMatch', SOMERSET_ROUND, confirmed)
    expect(warnings.map(({ message }) => message).join()).toContain('1 winner no longer has its deposit')
    const id = await proposes('AcceptMatch', SOMERSET_ROUND, confirmed)
    expect(await sentencesOf(id)).toContain(`${await nameOf(winner)} wins ${winner.name}, but its deposit`)
    expect((await approves(id)).status).toBe(200)
    expect((await readRound(proposer)).status).toBe('Settled')
  })

  it('keeps its request, and pays its invoices by it', async () => {
    await issue()
    await settle()
    expect(await depositOf(winner)).toMatchObject({ state: 'Asked' })
    await bank([{ ...(await paymentOf(winner)), reference: 'AGAIN', endToEndId: 'AGAIN' }])
    await settle()
    expect(await depositOf(winner)).toMatchObject({ state: 'SetOff' })
    const { differences } = await market.store.db
      .transaction()
      .execute(trx => runChecks({ db: trx, now: market.runtime.now() }, [moneyCheck]))
    expect(differences).toEqual([])
  })

  it('tells the owners of the other bids why these took no part', async () => {
    const [user] = await market.store.read.list('user', { organisationId: partner!.buyerId })
    const owner = market.as(user!.id)
    const { result } = await owner.get<RequirementView>(`/api/requirement/${partner!.id}`)
    expect(result).toMatchObject({ won: false, reason: 'groupDepositMissing' })
    expect(result!.sentence).toContain(
      'The deposit for another bid of the group had not been received in full',
    )
    const { items } = await owner.get<ResultView>('/api/round/RD-SOM-1/result')
    expect(items.find(({ id }) => id === partner!.id)).toMatchObject({ reason: 'groupDepositMissing' })
    const { rows } = await sql<{ facts: string }>`
      select facts::text from inbox_item where kind = 'match-accepted' and user_id = ${user!.id}`.execute(
      market.store.db,
    )
    expect(rows[0]!.facts).toContain(`${partner!.name}: The deposit for another bid of the group`)
  })
})
