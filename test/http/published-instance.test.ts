import { createHash } from 'node:crypto'
import loadHighs from 'highs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { update } from '#actions/kit/changes'
import type { PublishedInstance } from '#contract/instance'
import type { Instance } from '#domain/instance'
import { showMoney } from '#domain/money'
import { readFiled } from '#matching/verify/filed'
import { secondSolver } from '#matching/verify/second-solver'
import { verdictOn } from '#matching/verify/verdict'
import { ownLine } from '#proof/own-line'
import { chainNow } from '#server/store/chaining'
import { newId } from '#server/ids'
import { keepInstanceFile } from '#server/store/instance-files'
import { until } from '../builders/world.ts'
import { operator, roundToPublish } from './published-round.ts'

const INSTANCE = '/api/public/round/levels-round-1/instance'

let market: Awaited<ReturnType<typeof roundToPublish>>
beforeAll(async () => {
  market = await roundToPublish()
})
afterAll(() => market.close())

const fileOf = async (name: string): Promise<string> =>
  (await fetch(`${market.url}${INSTANCE}/${name}`)).text()

let audit: Instance

it('nothing is public before the match is accepted, nor where the market publishes none', async () => {
  expect((await market.stranger.send(INSTANCE)).status).toBe(404)
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'published' })
  expect((await market.stranger.send(INSTANCE)).status).toBe(404)
  expect((await market.stranger.send(`${INSTANCE}/audit`)).status).toBe(404)
})

it('after acceptance everybody reads problem, solution and audit, whose hash the log names', async () => {
  await market.does(operator, 'round', 'levels-round-1', 'AcceptMatch', { confirmed: true })
  await until('the match is published', async () => (await market.roundNow()).instanceSha256 !== null)
  const { instanceSha256 } = await market.roundNow()
  await until('the kept answer is over', async () => (await market.stranger.send(INSTANCE)).status === 200)
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
  await chainNow(market.store.db)
  const entry = await market.store.db
    .selectFrom('logLeaf')
    .select('said')
    .where('said', 'like', '%PublishInstance%')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(entry.said)).toMatchObject({ subject: 'round levels-round-1', sha256: instanceSha256 })
})

it('what is published tells no name and no id of the things of the round', async () => {
  const text = JSON.stringify(audit)
  for (const word of ['sedge', 'reed', 'north', 'south', 'avon', 'brook', 'Tone', 'Somerset', '2026-06-15'])
    expect([word, text.includes(word)]).toEqual([word, false])
})

it('the verifier finds nothing wrong with it', async () => {
  const { value } = readFiled(JSON.parse(JSON.stringify(audit)))
  const solver = secondSolver(await loadHighs(), () => 60)
  expect(verdictOn(value!, { solver })).toMatchObject({ findings: [], open: [] })
})

it('who took part proves, with its receipt and public files only, that its line is in it, and reads why it won or lost', async () => {
  await market.signs()
  const own = async (kind: 'project' | 'requirement', id: string) =>
    ownLine(JSON.parse(JSON.stringify(await market.receiptFor(kind, id))), audit)
  expect(await own('project', 'sedge')).toMatchObject({ won: true, payment: expect.any(Number) })
  expect(await own('project', 'reed')).toMatchObject({
    won: false,
    sentence: 'The offer was higher than the value of what the project could add to the match.',
  })
  expect(await own('requirement', 'north')).toMatchObject({ won: true })
  const earlier = ownLine(await market.receiptFor('project', 'sedge', 0), audit)
  expect(earlier).toEqual({ faults: [expect.stringContaining('changed later')] })
})

it('a receipt that was changed proves nothing', async () => {
  const receipt = await market.receiptFor('project', 'sedge')
  const { proof } = receipt
  const spoilt: [object, RegExp][] = [
    [{ ...receipt, entry: receipt.entry.replace('SetOffer', 'SetOffers') }, /its hash is not/],
    [
      {
        ...receipt,
        proof: { ...proof, salt: `${proof.salt.startsWith('0') ? 1 : 0}${proof.salt.slice(1)}` },
      },
      /no commitment/,
    ],
    [
      { ...receipt, proof: { ...proof, said: proof.said.replace('"number":', '"number": ') } },
      /not in the log/,
    ],
    [{ ...receipt, proof: { ...proof, index: proof.index + 1 } }, /not in the log/],
    [{ ...receipt, proof: null }, /is not proved/],
    [{}, /no receipt/],
  ]
  for (const [given, why] of spoilt)
    expect(ownLine(given, audit)).toEqual({ faults: [expect.stringMatching(why)] })
  const withOther = {
    ...audit,
    problem: {
      ...audit.problem,
      projects: audit.problem.projects.map(one => ({ ...one, offer: one.offer + 1 })),
    },
  }
  expect(ownLine(receipt, withOther)).toEqual({
    faults: [expect.stringMatching(/not the one of the receipt/)],
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

it('a match that is handed in is the same, worse, or not allowed, and nothing is kept', async () => {
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

it('a market that publishes no longer hides the match, and shows it again', async () => {
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'withheld' })
  expect((await handIn(nobody())).status).toBe(404)
  await until('the kept answer is over', async () => (await market.stranger.send(INSTANCE)).status === 404)
  await market.does(operator, 'market', 'levels', 'SetPublishing', { instances: 'published' })
  await until('the kept answer is over', async () => (await market.stranger.send(INSTANCE)).status === 200)
})

it('a match that is really better is shown with both worths, and the operator is told; one no better than that is not', async () => {
  const { store, runtime } = market
  const best = { projects: audit.solution.projects, requirements: audit.solution.requirements }
  const poor = { ...audit, solution: { ...audit.solution, ...nobody(), surplus: 0 } }
  const said = JSON.stringify(poor)
  const sha256 = createHash('sha256').update(said).digest('hex')
  await keepInstanceFile(store.db, { sha256, roundId: 'levels-round-1', at: runtime.now(), said })
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
    body: { is: 'better', says: expect.stringMatching(/before/) },
  })
  expect((await market.roundNow()).betterMatchSha256).toBe(betterMatchSha256)
  expect(JSON.parse(await fileOf('better'))).toMatchObject({ worth: audit.solution.surplus })
  const page = await (await fetch(`${market.url}/rounds/levels-round-1/match`)).text()
  expect(page).toContain('A better match was handed in')
  expect(page).toContain(showMoney(audit.solution.surplus, true))
  const told = await store.db.selectFrom('inboxItem').select('kind').execute()
  expect(told.map(({ kind }) => kind)).toContain('better-match')
})
