import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueueView } from '#contract/desk/queue'
import type { ActionForm } from '#contract/kit/form'
import type { ListPage } from '#contract/kit/resource'
import type { RoundView } from '#contract/round/round'
import type { PublishedAnswer, RoundQuestionRow, RoundQuestionView } from '#contract/round/round-question'
import { createPublishedEntry } from '#domain/disclosure/published-entry'
import { MAX_OPEN_QUESTIONS } from '#domain/round/round-question'
import { sampleRow, startWorld, type World } from './world.ts'

/** In the words of the asker, with what would give it away. */
const OWN_WORDS = 'Does the Sedgeflower meadow of The farm count in Round 1?'
const WORDING = 'Do hay meadows count in this round?'
const ANSWER = 'Yes, if they are outside the flood plain.'
// By the clock of the database, which a test cannot set.
const CLOSE = '2099-06-20T12:00:00.000Z'

let world: World
beforeAll(async () => {
  world = await startWorld(
    sampleRow('round', {
      id: 'open',
      name: 'Round 3',
      marketId: 'levels',
      status: 'Open',
      bidsOpen: null,
      bidsClose: null,
      settledAt: null,
    }),
  )
  await world.store.db
    .updateTable('round')
    .set({ bidsOpen: '2020-05-01T12:00:00.000Z', bidsClose: CLOSE })
    .where('id', '=', 'bidding')
    .execute()
})
afterAll(() => world.close())

const act = (userId: string, on: string, action: string, values: object) =>
  world.ask(userId, `/api/${on}/action/${action}`, { method: 'POST', payload: { values } })
const ask = (userId: string, values: object = {}) =>
  act(userId, 'round-questions', 'AskQuestion', {
    marketRoundId: 'bidding',
    organisationId: 'farm',
    question: OWN_WORDS,
    confirmed: true,
    ...values,
  })
const asked = async (userId: string, values: object = {}): Promise<string> => {
  const answer = await ask(userId, values)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  const [row] = await world.store.db
    .selectFrom('roundQuestion')
    .select('id')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .execute()
  return row?.id ?? ''
}
const answer = (id: string, values: object = {}) =>
  act('olga', `round-question/${id}`, 'Answer', { publishedQuestion: WORDING, answer: ANSWER, ...values })
const read = async <T>(userId: string | null, url: string) => (await world.ask(userId, url)).json<T>()
/** Reads the round as a participant. Public answers would be up to some seconds old. */
const published = async (id = 'bidding') => (await read<RoundView>('eve', `/api/round/${id}`)).answers
const publicly = async () =>
  (await read<ListPage<PublishedAnswer>>(null, '/api/public/rounds/bidding/answers')).items
const noticesOf = async (kind: string) => {
  const items = world.store.db.selectFrom('inboxItem').select('userId').where('kind', '=', kind)
  return (await items.orderBy('userId').execute()).map(({ userId }) => userId)
}
const forget = () => world.store.db.deleteFrom('inboxItem').execute()

/** Everything that other participants read about the round. */
const ADDRESSES = [
  '/api/round/bidding',
  '/api/rounds',
  '/api/home',
  '/api/inbox',
  '/api/round-questions',
  '/api/activity?subjectType=round&subjectId=bidding',
]
/** Reads everything that is public about the round; these answers are cached for some seconds. */
const PUBLIC_ADDRESSES = ['/api/public/rounds', '/api/public/rounds/bidding/answers', '/rounds/bidding']
const seenBy = async (userId: string | null) => {
  const addresses = userId === null ? PUBLIC_ADDRESSES : ADDRESSES
  return (await Promise.all(addresses.map(async url => (await world.ask(userId, url)).body))).join('\n')
}

/** Texts that would give away that a question was asked, by whom or when. */
const traces = async (id: string) => {
  const question = await world.store.read.one('roundQuestion', id)
  return [id, 'Sedgeflower', question?.askedAt ?? '', 'Person fay', '"fay"']
}
const expectNoTraces = async (id: string, ...more: null[]) => {
  const trail = (await world.ask('eve', '/api/activity?subjectType=round&subjectId=bidding')).body
  expect(trail).not.toContain('AskQuestion')
  for (const userId of ['eve', 'bob', 'sue', ...more]) {
    const seen = await seenBy(userId)
    for (const trace of await traces(id))
      expect([userId, trace, seen.includes(trace)]).toEqual([userId, trace, false])
  }
}

describe('a question about a round', () => {
  let id: string

  it('is read by its asker, the agents of the asker and the operator, and no one else knows that it exists', async () => {
    world.clock.now = '2026-06-02T09:13:07.000Z'
    id = await asked('fay')
    world.clock.now = '2026-06-03T08:00:00.000Z'
    for (const userId of ['fay', 'rex', 'amy', 'olga'])
      expect(await read<RoundQuestionView>(userId, `/api/round-question/${id}`)).toMatchObject({
        status: 'Asked',
        question: OWN_WORDS,
        organisation: { name: 'The farm' },
        answer: null,
      })
    for (const userId of ['eve', 'bob', 'sue', 'dan'])
      expect((await world.ask(userId, `/api/round-question/${id}`)).statusCode).toBe(404)
    expect((await world.ask(null, `/api/round-question/${id}`)).statusCode).toBe(401)
    const own = await read<ListPage<RoundQuestionRow>>('fay', '/api/round-questions?marketRoundId=bidding')
    expect(own.items.map(one => one.id)).toEqual([id])
    await expectNoTraces(id)
  })

  it('waits in the queue of the operator, who gets a message', async () => {
    const queue = await read<QueueView>('olga', '/api/queue?act=roundQuestion.Answer')
    expect(queue.items.map(one => [one.id, one.due])).toEqual([[id, '2099-06-20']])
    expect(await noticesOf('question-asked')).toEqual(['olga'])
  })

  it('is in the log that anyone can read as a number and a commitment only', async () => {
    const rows = await world.store.db
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'AskQuestion')
      .execute()
    expect(rows.map(({ subjectKind, subjectId }) => [subjectKind, subjectId])).toEqual([
      ['roundQuestion', id],
    ])
    for (const row of rows)
      expect(JSON.parse(createPublishedEntry({ ...row, seq: 7 }, 'commitment'))).toEqual({
        form: 1,
        number: 7,
        commitment: 'commitment',
      })
  })

  it('cannot be published with the name of its organisation, its person or its agency', async () => {
    for (const name of ['the FARM', 'Person  fay'])
      for (const field of ['publishedQuestion', 'answer']) {
        const refused = await answer(id, { [field]: `As ${name}, knows` })
        expect([refused.statusCode, refused.json<{ field: string }[]>().map(one => one.field)]).toEqual([
          422,
          [field],
        ])
      }
    expect(await published()).toEqual([])
  })

  it('starts the form of the answer with the asker’s own words, and warns of names of what the asker has in the round', async () => {
    const form = await read<ActionForm>('olga', `/api/round-question/${id}/action/Answer`)
    expect(form.values).toMatchObject({ publishedQuestion: OWN_WORDS })
    const preview = await world.ask('olga', `/api/round-question/${id}/action/Answer`, {
      method: 'POST',
      payload: { preview: true, values: { publishedQuestion: 'Does Sedge count?', answer: ANSWER } },
    })
    expect(preview.body).toContain('is also the name of something that the asker has in this round')
  })

  it('is answered to everyone, with the day of the answer and without the asker', async () => {
    await forget()
    expect((await answer(id)).statusCode).toBe(200)
    const expected = [
      { number: 1, question: WORDING, answer: ANSWER, answeredOn: '2026-06-03', correctedOn: null },
    ]
    expect(await publicly()).toEqual(expected)
    for (const userId of ['fay', 'eve', 'bob'])
      expect((await read<RoundView>(userId, '/api/round/bidding')).answers).toEqual(expected)
    const page = (await world.ask(null, '/rounds/bidding')).body
    for (const text of [WORDING, ANSWER, '3 Jun 2026']) expect(page).toContain(text)
    expect(await read<RoundQuestionView>('fay', `/api/round-question/${id}`)).toMatchObject({
      status: 'Answered',
      question: OWN_WORDS,
      publishedQuestion: WORDING,
    })
    await expectNoTraces(id, null)
  })

  it('brings one message to everyone in the round, asker included, without any trace of the asker', async () => {
    expect(await noticesOf('question-answered')).toEqual(['amy', 'fay', 'rex'])
    expect(await noticesOf('own-question-answered')).toEqual([])
    const items = await world.store.db.selectFrom('inboxItem').select('facts').execute()
    const emails = await world.store.db
      .selectFrom('mailOutbox')
      .select('facts')
      .where('letter', '=', 'question-answered')
      .execute()
    expect(emails.length).toBeGreaterThan(0)
    const facts = JSON.stringify([...items, ...emails])
    expect(facts).toContain(WORDING)
    for (const trace of await traces(id)) expect([trace, facts.includes(trace)]).toEqual([trace, false])
  })

  it('is corrected for everyone, and keeps its place and the day of its answer', async () => {
    world.clock.now = '2026-06-05T08:00:00.000Z'
    await forget()
    const values = { publishedQuestion: WORDING, answer: 'No.' }
    expect((await act('olga', `round-question/${id}`, 'CorrectAnswer', values)).statusCode).toBe(200)
    expect(await published()).toMatchObject([
      { number: 1, answer: 'No.', answeredOn: '2026-06-03', correctedOn: '2026-06-05' },
    ])
    expect(await noticesOf('answer-corrected')).toEqual(['amy', 'fay', 'rex'])
    expect((await answer(id)).statusCode).toBe(409)
    await expect(
      world.store.db
        .updateTable('roundQuestion')
        .set({ status: 'Declined', reason: 'No' })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow(/stays so/)
  })
})

describe('a question that is declined', () => {
  it('is never published, and only its asker and the agents of the asker get the reason', async () => {
    world.clock.now = '2026-06-06T10:31:11.000Z'
    await forget()
    const id = await asked('rex', { question: 'Will The estate bid more than 500 pounds?' })
    expect(await noticesOf('question-asked')).toEqual(['fay', 'olga'])
    world.clock.now = '2026-06-07T08:00:00.000Z'
    const before = await published()
    const reason = 'It names a party. Ask about the rule only.'
    expect((await act('olga', `round-question/${id}`, 'Decline', { reason })).statusCode).toBe(200)
    expect(await noticesOf('question-declined')).toEqual(['amy', 'fay', 'rex'])
    expect(await read<RoundQuestionView>('fay', `/api/round-question/${id}`)).toMatchObject({ reason })
    expect(await published()).toEqual(before)
    await expectNoTraces(id)
    expect(await seenBy('eve')).not.toContain(reason)
  })
})

describe('asking', () => {
  it('is for participants and for agents who may register for them, each for their own organisations', async () => {
    for (const userId of ['olga', 'sue', 'dan'])
      expect([userId, (await ask(userId)).statusCode]).toEqual([userId, 403])
    expect((await ask('eve')).statusCode).toBe(422)
    expect((await ask('rex', { organisationId: 'estate' })).statusCode).toBe(422)
    expect((await ask('rex', { marketRoundId: 'open' })).statusCode).toBe(422)
  })

  it('is possible before joining: then the asker gets the answer as a message of its own', async () => {
    const id = await asked('bob', {
      marketRoundId: 'open',
      organisationId: 'builder',
      question: 'Who may join?',
    })
    await forget()
    expect((await answer(id, { publishedQuestion: 'Who may join?' })).statusCode).toBe(200)
    expect(await noticesOf('own-question-answered')).toEqual(['bob'])
    expect(await noticesOf('question-answered')).toEqual([])
    expect((await published('open')).map(one => one.question)).toEqual(['Who may join?'])
  })

  it('needs a confirmation that the question gives no price away, and few enough words', async () => {
    expect((await ask('fay', { confirmed: false })).statusCode).toBe(422)
    expect((await ask('fay', { question: 'a'.repeat(1001) })).statusCode).toBe(422)
  })

  it('ends with the third unanswered question of an organisation in a round, until one is answered', async () => {
    const ids: string[] = []
    for (let count = 0; count < MAX_OPEN_QUESTIONS; count += 1)
      ids.push(await asked('fay', { question: `May I ${count}?` }))
    expect((await ask('fay')).body).toContain(`You have ${MAX_OPEN_QUESTIONS} unanswered questions`)
    expect((await ask('eve', { organisationId: 'estate' })).statusCode).toBe(200)
    expect((await answer(ids[0] ?? '')).statusCode).toBe(200)
    expect((await ask('fay')).statusCode).toBe(200)
  })

  it('is over when bids and offers close, however late the closing is carried out, and never begins in a draft', async () => {
    expect((await ask('eve', { organisationId: 'estate', marketRoundId: 'draft' })).statusCode).toBe(422)
    const rounds = async () =>
      (await read<ActionForm>('eve', '/api/round-questions/action/AskQuestion')).fields.find(
        one => one.id === 'marketRoundId',
      )
    expect(JSON.stringify(await rounds())).toContain('bidding')
    const past = { bidsOpen: '2020-06-01T12:00:00.000Z', bidsClose: '2020-06-20T12:00:00.000Z' }
    await world.store.db.updateTable('round').set(past).where('id', '=', 'bidding').execute()
    expect((await ask('eve', { organisationId: 'estate' })).statusCode).toBe(422)
    expect(JSON.stringify(await rounds())).not.toContain('bidding')
  })

  it('still lets the operator answer what was asked before', async () => {
    const [one] = (await read<ListPage<RoundQuestionRow>>('olga', '/api/round-questions?status=Asked')).items
    expect((await answer(one?.id ?? '')).statusCode).toBe(200)
  })
})
