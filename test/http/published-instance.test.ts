import { createHash } from 'node:crypto'
import loadHighs from 'highs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { update } from '#actions/kit/changes'
import type { PublishedInstance } from '#contract/round/instance'
import type { PublishedMatchData } from '#domain/match/instance'
import { showMoney } from '@credit-market/values/money'
import { parseMatchFile } from '@credit-market/match-verifier/filed'
import { createSecondSolver } from '@credit-market/match-verifier/second-solver'
import { verifyMatchFile } from '@credit-market/match-verifier/verdict'
import { findReceiptLine } from '#proof/own-line'
import { chainPendingEntries } from '#server/log/chaining'
import { newId } from '#server/process/ids'
import { savePublishedMatchFile } from '#server/instances/instance-files'
import { waitUntil } from '../builders/world.ts'
import { operator, roundToPublish } from './published-round.ts'

const INSTANCE = '/api/public/round/levels-round-1/instance'

let market: Awaited<ReturnType<typeof roundToPublish>>
beforeAll(async () => {
  market = await roundToPublish()
})
afterAll(() => market.close())

const fileOf = async (name: string): Promise<string> =>
  (await fetch(`${market.url}${INSTANCE}/${name}`)).text()

let audit: PublishedMatchData

it('nothing is public before the match is accepted, or if the market publishes nothing', async () => {
  expect((await market.stranger.send(INSTANCE)).status).toBe(404)
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'published' })
  expect((await market.stranger.send(INSTANCE)).status).toBe(404)
  expect((await market.stranger.send(`${INSTANCE}/audit`)).status).toBe(404)
})

it('problem, solution and audit are public after acceptance, and the log names their hash', async () => {
  await market.does(operator, 'round', 'levels-round-1', 'AcceptMatch', { confirmed: true })
  await waitUntil('the match is published', async () => (await market.roundNow()).instanceSha256 !== null)
  const { instanceSha256 } = await market.roundNow()
  await waitUntil(
    'the cached answer has expired',
    async () => (await market.stranger.send(INSTANCE)).status === 200,
  )
  const its = await market.stranger.get<PublishedInstance>(INSTANCE)
  for (const { name, sha256 } of its.files)
    expect([
      name,
      createHash('sha256')
        .update(await fileOf(name))
        .digest('hex'),
    ]).toEqual([name, sha256])
  expect(its.files.find(({ name }) => name === 'audit')?.sha256).toBe(instanceSha256)
  audit = JSON.parse(await fileOf('audit'))
  await chainPendingEntries(market.store.db)
  const entry = await market.store.db
    .selectFrom('logLeaf')
    .select('said')
    .where('said', 'like', '%PublishInstance%')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(entry.said)).toMatchObject({ subject: 'round levels-round-1', sha256: instanceSha256 })
})

it('published files contain no names or ids from the round', async () => {
  const text = JSON.stringify(audit)
  for (const word of ['sedge', 'reed', 'north', 'south', 'avon', 'brook', 'Tone', 'Somerset', '2026-06-15'])
    expect([word, text.includes(word)]).toEqual([word, false])
})

it('the verifier finds no errors in a published match', async () => {
  const { value } = parseMatchFile(JSON.parse(JSON.stringify(audit)))
  const solver = createSecondSolver(await loadHighs(), () => 60)
  expect(verifyMatchFile(value!, { solver, seed: 1, loggedHash: value!.fileHash })).toMatchObject({
    findings: [],
    open: [],
  })
})

it('a participant proves with its receipt and public files that its line is included, and sees why it won or lost', async () => {
  await market.signs()
  const own = async (kind: 'project' | 'requirement', id: string) =>
    findReceiptLine(JSON.parse(JSON.stringify(await market.receiptFor(kind, id))), audit)
  expect(await own('project', 'sedge')).toMatchObject({ won: true, payment: expect.any(Number) })
  expect(await own('project', 'reed')).toMatchObject({
    won: false,
    sentence: 'The offer was higher than the value of what the project could add to the match.',
  })
  expect(await own('requirement', 'north')).toMatchObject({ won: true })
  const earlier = findReceiptLine(await market.receiptFor('project', 'sedge', 0), audit)
  expect(earlier).toEqual({ faults: [expect.stringContaining('changed later')] })
})

it('a changed receipt proves nothing', async () => {
  const receipt = await market.receiptFor('project', 'sedge')
  const { proof } = receipt
  const spoilt: [object, RegExp][] = [
    [{ ...receipt, entry: receipt.entry.replace('SetOffer', 'SetOffers') }, /its hash does not match/],
    [
      {
        ...receipt,
        proof: { ...proof, salt: `${proof.salt.startsWith('0') ? 1 : 0}${proof.salt.slice(1)}` },
      },
      /did not publish a commitment/,
    ],
    [
      { ...receipt, proof: { ...proof, said: proof.said.replace('"number":', '"number": ') } },
      /log that does not contain this entry/,
    ],
    [{ ...receipt, proof: { ...proof, index: proof.index + 1 } }, /log that does not contain this entry/],
    [{ ...receipt, proof: null }, /has no proof yet/],
    [{}, /not a receipt/],
  ]
  for (const [given, why] of spoilt)
    expect(findReceiptLine(given, audit)).toEqual({ faults: [expect.stringMatching(why)] })
  const withOther = {
    ...audit,
    problem: {
      ...audit.problem,
      projects: audit.problem.projects.map(one => ({ ...one, offer: one.offer + 1 })),
    },
  }
  expect(findReceiptLine(receipt, withOther)).toEqual({
    faults: [expect.stringMatching(/the receipt and the line have different amounts/)],
  })
})

const handIn = async (match: object): Promise<{ status: number; body: unknown }> =>
  market.stranger.send(`${INSTANCE}/better`, {
    method: 'POST',
    body: JSON.stringify(match),
    headers: { 'content-type': 'application/json' },
  })

const nobody = () => ({
  projects: audit.solution.projects.map(({ id }) => ({ id, won: false })),
  requirements: audit.solution.requirements.map(({ id }) => ({
    ...{ id, won: false, ongoingOnly: false, ongoingUnits: 0, additionalUnits: 0 },
  })),
  flows: [],
})

it('a submitted match is equal, worse or not allowed, and nothing is stored', async () => {
  expect(await handIn(audit.solution)).toMatchObject({ status: 200, body: { is: 'same' } })
  expect(await handIn(nobody())).toMatchObject({ status: 200, body: { is: 'worse', worth: 0 } })
  const greedy = {
    ...nobody(),
    requirements: audit.solution.requirements.map(one => ({ ...one, won: true })),
  }
  const { body } = await handIn({ ...greedy, flows: [] })
  expect(body).toMatchObject({ is: 'notAllowed', findings: expect.arrayContaining([expect.any(String)]) })
  expect(await handIn({ projects: 'all' })).toMatchObject({ status: 400 })
  expect(await handIn({ ...nobody(), projects: [{}] })).toMatchObject({ body: { is: 'notAllowed' } })
  expect((await market.roundNow()).betterMatchSha256).toBeNull()
})

it('a market that stops publishing hides the match, and can show it again', async () => {
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'withheld' })
  expect((await handIn(nobody())).status).toBe(404)
  await waitUntil(
    'the cached answer has expired',
    async () => (await market.stranger.send(INSTANCE)).status === 404,
  )
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'published' })
  await waitUntil(
    'the cached answer has expired',
    async () => (await market.stranger.send(INSTANCE)).status === 200,
  )
})

it('a better match is shown with both values, and the operator is notified; an equal one is not', async () => {
  const { store, runtime } = market
  const best = { projects: audit.solution.projects, requirements: audit.solution.requirements }
  const poor = { ...audit, solution: { ...audit.solution, ...nobody(), surplus: 0 } }
  const said = JSON.stringify(poor)
  const sha256 = createHash('sha256').update(said).digest('hex')
  await savePublishedMatchFile(store.db, { sha256, roundId: 'levels-round-1', at: runtime.now(), said })
  await store.transaction(async tx => {
    const round = await tx.one('round', 'levels-round-1')
    await tx.apply([update('round', round!, { instanceSha256: sha256 })], { now: runtime.now(), newId })
  })
  const better = { ...best, flows: audit.solution.flows }
  const worth = audit.solution.surplus / 100
  expect(await handIn(better)).toMatchObject({ body: { is: 'better', worth, accepted: 0 } })
  const { betterMatchSha256 } = await market.roundNow()
  expect(betterMatchSha256).not.toBeNull()
  expect(await handIn(better)).toMatchObject({
    body: { is: 'better', says: expect.stringMatching(/already shows another match/) },
  })
  expect((await market.roundNow()).betterMatchSha256).toBe(betterMatchSha256)
  expect(JSON.parse(await fileOf('better'))).toMatchObject({ worth: audit.solution.surplus })
  const page = await (await fetch(`${market.url}/rounds/levels-round-1/match`)).text()
  expect(page).toContain('Someone submitted a better match')
  expect(page).toContain(showMoney(audit.solution.surplus, true))
  const told = await store.db.selectFrom('inboxItem').select('kind').execute()
  expect(told.map(({ kind }) => kind)).toContain('better-match')
})
